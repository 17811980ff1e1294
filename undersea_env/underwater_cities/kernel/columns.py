"""The columns of `rules.part` and `rules.start` as plain integers, with which kernels index."""

from undersea_env.underwater_cities.compiled.opcodes import Column, StartColumn

OP, MASK, NUMBER = int(Column.OP), int(Column.MASK), int(Column.NUMBER)
AMOUNTS, OTHER_AMOUNTS = int(Column.AMOUNTS), int(Column.OTHER_AMOUNTS)
COUNT, DIVISOR, CAP = int(Column.COUNT), int(Column.DIVISOR), int(Column.CAP)
TERMS, DISCOUNT = int(Column.TERMS), int(Column.DISCOUNT)
PRICES, PRICE_COUNT = int(Column.PRICES), int(Column.PRICE_COUNT)
CHILD, CHILDREN = int(Column.CHILD), int(Column.CHILDREN)
ON_EXPANSION, THEN_UPGRADE = int(Column.ON_EXPANSION), int(Column.THEN_UPGRADE)
EXACTLY, PLAIN = int(Column.EXACTLY), int(Column.PLAIN)
START, STARTS = int(Column.START), int(Column.STARTS)

START_ROW, START_AMOUNTS = int(StartColumn.ROW), int(StartColumn.AMOUNTS)
CONDITION, CONDITION_2 = int(StartColumn.CONDITION), int(StartColumn.CONDITION_2)
TIMES = int(StartColumn.TIMES)
