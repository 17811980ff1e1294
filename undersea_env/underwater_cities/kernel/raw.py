"""Records as plain bytes. Numba works out the type of a structured array anew at every call, which takes longer than
many a decision; an array of bytes it knows at a glance. So entry points take bytes and look at them as records.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import impl_ret_borrowed, populate_array

BYTE = np.dtype(np.uint8)


def as_bytes(records: Any) -> Any:
    """The memory of an array of records, one row a record."""
    if records.dtype is BYTE:
        return records
    return records.view(np.ndarray).view(BYTE).reshape(len(records), -1)


def records_of(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """A function for kernels: rows of bytes as records of this type, without a copy."""
    if numba.config.DISABLE_JIT:
        return lambda rows: rows.view(dtype).reshape(-1).view(np.recarray)
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
