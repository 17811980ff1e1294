"""What `undersea describe bot` prints for this game."""

FIRST_BOT = '''"""A bot: it plays cards on slots of their colour, and builds where it is connected."""

import random

WORTH = {
    "city": 10, "tunnel": 4, "farm": 6, "lab": 4, "desal": 4,
    "kelp": 2, "steelplast": 4.5, "science": 3, "credits": 1, "biomatter": 2, "points": 1, "cards": 1,
    "instant": 2, "action": 4, "permanent": 3, "production": 6, "end": 6,
}
PRICES = {
    "nonsymbiotic city": {"steelplast": 2, "kelp": 1, "credits": 1}, "farm": {"kelp": 1}, "desal": {"credits": 1},
    "symbiotic city": {"steelplast": 1, "kelp": 1, "biomatter": 1, "credits": 2}, "lab": {"steelplast": 1},
    "tunnel": {"steelplast": 1, "credits": 1},
}


class Bot:
    name = "builder"

    def __init__(self, seed=0):
        self.random = random.Random(seed)

    def decide(self, view, options):
        """One of the options; view is all that the seat may know, as `state.view(seat)` has it."""
        me = view["players"][view["you"]]
        return max(options, key=lambda option: self.worth(me, option))

    def worth(self, me, option):
        worth = self.random.random() - 20 * (option.kind == "STOP") + 0.8 * option.acts
        for thing in option.builds:
            can_pay = all(me[name] >= number for name, number in PRICES[thing].items())
            worth += 0.6 * can_pay * WORTH[thing.split()[-1]]
        worth += sum(number * WORTH[name] for name, number in option.gains.items())
        worth -= 0.45 * sum(number * WORTH[name] for name, number in option.price.items())
        worth += 7 * min(option.upgrades, me["science"])
        if option.kind == "PLAY":
            worth += option.matches * (20 + WORTH[option.type]) + 5 * (option.slot == "action-two-resources")
        elif option.kind == "HAND":                       # a card to discard
            worth -= WORTH[option.type]
        elif option.kind == "ORDER":
            worth += ("card first" in option.words) - 9 * ("only the slot" in option.words)
        elif option.thing:                                # to be built, or to be upgraded
            worth += WORTH[option.thing.split()[-1]] * (5 if option.connected else 1)
            worth += 4 * ((option.site or "").split(".")[0] in me["sites"])          # at a city that stands
        return worth
'''
