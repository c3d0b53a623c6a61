"""How many of ONNX's cases pass is told at the end, by operator."""

from collections import Counter

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed: Counter[object] = Counter()
    total: Counter[object] = Counter()
    for outcome in ("passed", "failed", "error", "skipped", "xfailed", "xpassed"):
        for report in terminalreporter.getreports(outcome):
            operator = dict(report.user_properties).get("operator")
            if operator and (report.when == "call" or outcome != "passed"):
                total[operator] += 1
                passed[operator] += outcome == "passed"
    terminalreporter.section("ONNX conformance: passed / total by operator")
    for operator in total:
        terminalreporter.write_line(f"{operator:20} {passed[operator]:4} / {total[operator]}")
    terminalreporter.write_line(f"{'all':20} {passed.total():4} / {total.total()}")
