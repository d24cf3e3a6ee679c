"""Judges calls that only the engine reports."""


class Judge:
    def __init__(self, project, index):
        self.project, self.index = project, index

    def rule(self, target, file, line, column):
        """Returns the rule by which a call is neither true nor false, "" if it is false."""
        site = self.index.by_place.get((file, line, column))
        if site is None:
            return "the callee has no name"
        if not site.known:
            return "jedi does not know the callee"
        return ""
