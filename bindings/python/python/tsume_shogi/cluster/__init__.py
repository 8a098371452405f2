# pyright: basic, reportMissingImports=false
"""Judging millions of problems on a cluster of Ray.

``python -m tsume_shogi.cluster INPUT… -o OUT/ --address auto`` does the same as :func:`validate`.
It needs the extra ``ray``: ``pip install 'tsume-shogi[ray]'``.
"""

from ._judge import Judge
from ._parts import OtherTerms
from ._pool import ClusterError
from ._run import Summary, validate

__all__ = ["ClusterError", "Judge", "OtherTerms", "Summary", "validate"]
