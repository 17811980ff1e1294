"""The search that a network guides in this game, compiled."""

from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.entry import KERNELS, as_features, as_rooms, as_rulebooks
from undersea_env.cloudage.kernel.state import STATE
from undersea_env.compiling.jit import kernel
from undersea_env.compiling.raw import records_of
from undersea_env.core.guided import as_settings, guide_on, guided_records

GUIDED_RECORDS = guided_records(STATE, ACTIONS.size, MAX_PLAYERS)
as_lanes, as_nodes, as_edges, as_events = (records_of(dtype) for dtype in GUIDED_RECORDS)


@kernel
def guide(
    task, lane_rows, rulebook_row, features_row, room_rows, node_rows, edge_rows, settings_row, schedule, logits,
    expected, observations, event_rows, targets, used,
):
    guide_on(
        KERNELS, task, as_lanes(lane_rows), as_rulebooks(rulebook_row)[0], as_features(features_row)[0],
        as_rooms(room_rows)[0], as_nodes(node_rows), as_edges(edge_rows), as_settings(settings_row)[0], schedule,
        logits, expected, observations, as_events(event_rows), targets, used,
    )
