"""What training does with every single row, compiled: drawing actions, and the loss with its derivative."""

import math

import numpy as np

from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.random_stream import STEP, mixed

SHIFT_11 = np.uint64(11)
TWO_53 = float(1 << 53)


@jit
def highest_of(logits, mask):
    """Of the legal actions."""
    highest = -np.inf
    for action in range(len(mask)):
        if mask[action] and logits[action] > highest:
            highest = logits[action]
    return highest


@jit
def weigh(logits, mask, weights):
    """How likely each action is, before they are divided by their sum; 0 where illegal. The highest logit, the sum."""
    highest = highest_of(logits, mask)
    total = 0.0
    for action in range(len(mask)):
        weights[action] = 0.0
        if mask[action]:
            weights[action] = math.exp(logits[action] - highest)
            total += weights[action]
    return highest, total


@kernel
def draw_actions(logits, rows, masks, streams, actions, log_probabilities):
    """In each of `rows`, whose logits come one after the other: a legal action by the policy, and its log-probability.

    The chance comes from the row's own stream: it does not matter who else is asked at the same time.
    """
    for k in range(len(rows)):
        i = rows[k]
        highest = highest_of(logits[k], masks[i])
        total = 0.0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                total += math.exp(logits[k, action] - highest)
        streams[i] += STEP
        left = np.float64(mixed(streams[i]) >> SHIFT_11) / TWO_53 * total
        chosen = 0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                chosen = action
                left -= math.exp(logits[k, action] - highest)
                if left < 0.0:
                    break
        actions[i] = chosen
        log_probabilities[i] = logits[k, chosen] - highest - math.log(total)


@kernel
def best_actions(logits, masks, actions):
    """The legal action with the highest logit, the first of equal ones; 0 where nothing is legal."""
    for i in range(len(logits)):
        highest, chosen = -np.inf, 0
        for action in range(masks.shape[1]):
            if masks[i, action] and logits[i, action] > highest:
                highest, chosen = logits[i, action], action
        actions[i] = chosen


@kernel
def policy_loss(logits, masks, actions, before, advantages, clip, entropy_weight, weight, gradient, found):
    """PPO's clipped loss of the policy with a bonus for entropy, over legal actions only.

    `before`: the log-probabilities with which the actions were drawn. Every row counts `weight`. Writes the gradient by
    the logits, 0 for illegal actions, and adds to `found`: loss, entropy, KL divergence from before, share clipped.
    """
    n_actions = masks.shape[1]
    for i in range(len(logits)):
        highest, total = weigh(logits[i], masks[i], gradient[i])
        log_total = math.log(total)
        entropy = 0.0
        for action in range(n_actions):
            if masks[i, action]:
                probability = gradient[i, action] / total
                gradient[i, action] = probability
                if probability > 0.0:
                    entropy -= probability * (logits[i, action] - highest - log_total)
        chosen = actions[i]
        change = logits[i, chosen] - highest - log_total - before[i]
        ratio = math.exp(min(change, 20.0))
        advantage = advantages[i]
        held = min(max(ratio, 1.0 - clip), 1.0 + clip)
        is_clipped = ratio * advantage > held * advantage
        slope = 0.0 if is_clipped else -ratio * advantage              # by the log-probability of the chosen action
        for action in range(n_actions):
            if masks[i, action]:
                probability = gradient[i, action]
                by_entropy = 0.0
                if probability > 0.0:
                    log_probability = logits[i, action] - highest - log_total
                    by_entropy = probability * (log_probability + entropy)
                gradient[i, action] = weight * (entropy_weight * by_entropy - slope * probability)
        gradient[i, chosen] += weight * slope
        found[0] += weight * (-min(ratio * advantage, held * advantage) - entropy_weight * entropy)
        found[1] += weight * entropy
        found[2] += weight * (ratio - 1.0 - change)
        found[3] += weight * (1.0 if ratio != held else 0.0)


@kernel
def imitation_loss(logits, masks, actions, weight, gradient, found):
    """How surprising the actions are to the policy (cross-entropy over legal ones); otherwise like `policy_loss`."""
    n_actions = masks.shape[1]
    for i in range(len(logits)):
        highest, total = weigh(logits[i], masks[i], gradient[i])
        log_total = math.log(total)
        for action in range(n_actions):
            if masks[i, action]:
                probability = gradient[i, action] / total
                gradient[i, action] = weight * probability
                if probability > 0.0:
                    found[1] -= weight * probability * (logits[i, action] - highest - log_total)
        gradient[i, actions[i]] -= weight
        found[0] -= weight * (logits[i, actions[i]] - highest - log_total)


@kernel
def mix_backwards(expected, outcome, trust):
    """What was expected at each decision of a game becomes what came of it: the outcome, mixed with what was expected
    at the decisions after it, which counts the more the further off the end is.
    """
    for seat in range(expected.shape[1]):
        found = outcome[seat]
        for at in range(len(expected) - 1, -1, -1):
            here = expected[at, seat]
            expected[at, seat] = found
            found = trust * found + (1.0 - trust) * here
