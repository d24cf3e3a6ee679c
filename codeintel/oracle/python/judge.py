"""Judges the calls that only the engine reports."""


class Judge:
    def __init__(self, project, index):
        self.project, self.index = project, index

    def rule(self, target, file, line, column):
        """The rule by which a call is neither true nor false, "" if it is false."""
        site = self.index.by_place.get((file, line, column))
        if site is None:
            return "what is called has no name there"
        if not site.known:
            return "jedi does not know what is called there"
        return ""
