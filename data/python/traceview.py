# SPDX-License-Identifier: Apache-2.0
"""SQL over traces, with the interface of Perfetto's trace processor.

    from traceview import TraceProcessor

    with TraceProcessor("app.trace") as processor:
        for row in processor.query("SELECT name, dur FROM slice ORDER BY dur DESC LIMIT 10"):
            print(row.name, row.dur)

Errors of files and of SQL are GLib.Error; their `message` is a sentence.
"""

import gi

gi.require_version("Tv", "0")
from gi.repository import Gio, Tv  # noqa: E402


class Row:
    """The values of a row, as attributes with the titles of the columns."""

    def __init__(self, titles, values):
        self.__dict__.update(zip(titles, values))

    def __repr__(self):
        return f"Row({self.__dict__})"


class QueryResult:
    """The rows of a result: iterate over them, or take one by its index."""

    def __init__(self, answer):
        self._answer = answer
        self.column_names = [answer.get_title(column) for column in range(answer.get_n_columns())]

    def __len__(self):
        return self._answer.get_n_rows()

    def __getitem__(self, index):
        return Row(self.column_names, self._values(range(len(self))[index]))

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def _values(self, index):
        values = self._answer.get_row(index).unpack()
        return [bytes(value) if isinstance(value, list) else value for value in values]

    def as_pandas_dataframe(self):
        """The result as a DataFrame, which needs the package pandas."""
        import pandas  # pylint: disable=import-outside-toplevel

        rows = [self._values(index) for index in range(len(self))]
        return pandas.DataFrame(rows, columns=self.column_names)


class TraceProcessor:
    """A trace that SQL can query. Views and functions of a script stay for later ones."""

    def __init__(self, trace):
        file = Gio.File.new_for_commandline_arg(str(trace))
        self._query = Tv.Query.new([Tv.Trace.load(file, 0, None, None, None, None)])

    def query(self, sql):
        """Runs a script, and returns the rows of its last result."""
        return QueryResult(self._query.fetch(sql, None))

    def metric(self, metrics):
        """Computes metrics, whose names are given. Returns their results by name."""
        return {name: self.query(Tv.query_dup_metric(name)) for name in metrics}

    def close(self):
        """Frees the trace."""
        self._query = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
