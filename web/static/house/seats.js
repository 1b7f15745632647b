// Who sits where, and what this phone may do.

export const mayAct = (state) => state.seat !== null || state.host;

export const nameOf = (state, seat) => state.seats.find((each) => each.seat === seat)?.name ?? "?";
