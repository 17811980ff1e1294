"""What training does with every single row, compiled: reading observations, drawing actions, the loss, advantages."""

# mypy: ignore-errors
# (numba infers the types of kernels)

import math

import numpy as np

from undersea_env.compiling.jit import jit, kernel
from undersea_env.compiling.random_stream import STEP, mixed

SHIFT_11 = np.uint64(11)
TWO_53 = float(1 << 53)


@kernel
def read_numbers(observations, stretches, numbers):
    """The bytes of some stretches (from, to), one after the other, as numbers of 32 bits."""
    for i in range(len(observations)):
        place = 0
        for k in range(len(stretches)):
            start, stop = stretches[k, 0], stretches[k, 1]
            for column in range(start, stop):
                numbers[i, place + column - start] = observations[i, column]
            place += stop - start


@kernel
def read_cards(observations, single_columns, pooled_columns, pools, used_columns, singles, counts):
    """Card numbers of single cards, and how often each card is in each pool; 0 is no card.

    A card of `pooled_columns[k]` is in the pool `pools[k]`; if the byte at `used_columns[k]` is set (0: there is none),
    in the pool after it.
    """
    counts[:] = 0.0
    for i in range(len(observations)):
        for k in range(len(single_columns)):
            singles[i, k] = observations[i, single_columns[k]]
        for k in range(len(pooled_columns)):
            card = observations[i, pooled_columns[k]]
            if card:
                pool = pools[k]
                if used_columns[k] and observations[i, used_columns[k]]:
                    pool += 1
                counts[i, pool, card] += 1.0


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
def advantages_of_seats(values, acted, earned, ended, last_values, last_players, gamma, gae_lambda, advantages):
    """What `advantages.advantages_along_seats` computes, lane by lane; steps first."""
    steps, lanes = values.shape
    players = earned.shape[2]
    next_value, next_advantage = np.zeros(players), np.zeros(players)
    pending, known = np.zeros(players), np.zeros(players, np.bool_)
    for lane in range(lanes):
        next_value[:], next_advantage[:], pending[:], known[:] = 0.0, 0.0, 0.0, False
        next_value[last_players[lane]] = last_values[lane]
        known[last_players[lane]] = True
        for t in range(steps - 1, -1, -1):
            if ended[t, lane]:
                next_value[:], next_advantage[:], pending[:], known[:] = 0.0, 0.0, 0.0, True
            for player in range(players):
                pending[player] += earned[t, lane, player]
            seat = acted[t, lane]
            value = np.float64(values[t, lane])
            surprise = pending[seat]
            if known[seat]:
                surprise += gamma * next_value[seat] - value
            advantage = surprise + gamma * gae_lambda * next_advantage[seat]
            advantages[t, lane] = advantage
            next_value[seat], next_advantage[seat] = value, advantage
            pending[seat], known[seat] = 0.0, True
