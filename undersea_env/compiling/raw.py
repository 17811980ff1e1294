"""Records as plain bytes. Numba works out the type of a structured array anew at every call, which takes longer than
many a decision; an array of bytes it knows at a glance. So entry points take bytes and look at them as records.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import impl_ret_borrowed, populate_array

BYTE = np.dtype(np.uint8)
BYTES = types.uint8, types.int8, types.boolean
CACHE_LINE = 64
ADDRESS = ir.IntType(8).as_pointer()


def as_bytes(records: Any) -> Any:
    """The memory of an array of records, one row a record."""
    if records.dtype is BYTE:
        return records
    return records.view(np.ndarray).view(BYTE).reshape(len(records), -1)


def records_of(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """A function for kernels: rows of bytes as records of this type, without a copy."""
    record = numba.from_dtype(dtype)
    result = types.Array(record, 1, "C")

    @intrinsic
    def view(typing_context: Any, rows: Any) -> Any:
        if not isinstance(rows, types.Array) or (rows.ndim, rows.dtype) != (2, types.uint8):
            return None                                # numba then says which argument is wrong

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            given = context.make_array(signature.args[0])(context, builder, arguments[0])
            records = context.make_array(result)(context, builder)
            size = context.get_constant(types.intp, record.size)
            populate_array(
                records,
                data=builder.bitcast(given.data, records.data.type),
                shape=[builder.extract_value(given.shape, 0)],
                strides=[size],
                itemsize=size,
                meminfo=given.meminfo,
            )
            return impl_ret_borrowed(context, builder, result, records._getvalue())

        return result(rows), generate

    return view  # type: ignore[no-any-return]


@intrinsic
def copy_bytes(typing_context: Any, out: Any, at: Any, source: Any, n: Any) -> Any:
    """In kernels: out[at : at + n] = source[:n] for arrays of bytes, where n is a constant. Nothing is checked.

    The compiler cannot know that two arrays do not overlap, so it would make a loop with a test of it before.
    """
    if not isinstance(n, types.IntegerLiteral):
        return None                                    # numba then says which argument is wrong

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to = context.make_array(signature.args[0])(context, builder, arguments[0])
        of = context.make_array(signature.args[2])(context, builder, arguments[2])
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        size = context.get_constant(types.intp, n.literal_value)
        cgutils.raw_memcpy(builder, builder.gep(to.data, [place]), of.data, size, 1)
        return context.get_dummy_value()

    return types.void(out, at, source, n), generate


@intrinsic
def places_of(typing_context: Any, array: Any, value: Any, n: Any) -> Any:
    """In kernels: bit k is set where array[k] has this value, of the first n bytes; n is a constant from 1 to 64.

    A few wide instructions in place of a loop with a branch for each byte. Nothing is checked.
    """
    is_constant = isinstance(n, types.IntegerLiteral) and 1 <= n.literal_value <= 64
    if not is_constant or array.layout != "C" or array.dtype not in BYTES:
        return None                                    # numba then says which argument is wrong

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        byte, number, size = ir.IntType(8), ir.IntType(64), n.literal_value
        wanted = builder.trunc(context.cast(builder, arguments[1], signature.args[1], types.int64), byte)

        def places_from(first: int, width: int) -> Any:
            row = ir.VectorType(byte, width)
            address = builder.bitcast(builder.gep(start, [ir.Constant(number, first)]), row.as_pointer())
            one = builder.insert_element(ir.Constant(row, ir.Undefined), wanted, ir.IntType(32)(0))
            everywhere = ir.Constant(ir.VectorType(ir.IntType(32), width), [ir.IntType(32)(0)] * width)
            is_there = builder.icmp_signed(
                "==", builder.load(address, align=1), builder.shuffle_vector(one, one, everywhere)
            )
            bits = builder.bitcast(is_there, ir.IntType(width))
            bits = bits if width == number.width else builder.zext(bits, number)
            return builder.shl(bits, ir.Constant(number, first))

        width = 1 << (size.bit_length() - 1)           # processors take powers of two: two stretches, which may overlap
        places = places_from(0, width)
        if size > width:
            rest = 1 << (size - width - 1).bit_length()
            places = builder.or_(places, places_from(size - rest, rest))
        return places

    return types.int64(array, value, n), generate


@intrinsic
def word_at(typing_context: Any, array: Any, place: Any) -> Any:
    """In kernels: eight bytes of the array's memory as a number, from byte `place` on. Nothing is checked."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        at = context.cast(builder, arguments[1], signature.args[1], types.intp)
        byte = builder.gep(builder.bitcast(start, ADDRESS), [at])
        return builder.load(builder.bitcast(byte, ir.IntType(64).as_pointer()), align=1)

    return types.uint64(array, place), generate


@intrinsic
def fetch_ahead(typing_context: Any, rows: Any, place: Any) -> Any:
    """In kernels: have a row brought into the cache, to be written, while other work goes on.

    `rows` are records, or rows of bytes, which lie one after the other.
    """
    if not isinstance(rows, types.Array) or rows.layout != "C":
        return None                                    # numba then says which argument is wrong

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        index = context.cast(builder, arguments[1], signature.args[1], types.intp)
        stride = cgutils.unpack_tuple(builder, array.strides)[0]
        start = builder.gep(builder.bitcast(array.data, ADDRESS), [builder.mul(index, stride)])
        line = context.get_constant(types.intp, CACHE_LINE)
        lines = builder.udiv(builder.add(stride, context.get_constant(types.intp, CACHE_LINE - 1)), line)
        if isinstance(rows.dtype, types.Record):       # how long a row is, is known: no loop
            for at in range(0, rows.dtype.size, CACHE_LINE):
                _fetch(builder, builder.gep(start, [context.get_constant(types.intp, at)]))
        else:
            with cgutils.for_range(builder, lines) as loop:
                _fetch(builder, builder.gep(start, [builder.mul(loop.index, line)]))
        return context.get_dummy_value()

    return types.void(rows, place), generate


def _fetch(builder: Any, address: Any) -> None:
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [ADDRESS, number, number, number])
    fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(fetch, [address, number(1), number(3), number(1)])      # to write; keep it; data, not code
