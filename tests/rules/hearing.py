"""All that is told of an event of the journal: what it is, and what followed."""


def told(game, position, event, seat=None):
    """The messages of an entry, as one seat hears them."""
    said = game.describe(position, event, seat)
    return (*said, *game.followed(position, event, seat))
