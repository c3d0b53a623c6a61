"""The graders of the exercises, to be read as freely as the exercises themselves.

`exercise` says what an exercise is, each `e6_…` module is one, `running` calls a submission in a
process of its own (`worker` is what runs there, `wire` what travels), `judging` decides about what
came back, and `wording` puts it into sentences.
"""
