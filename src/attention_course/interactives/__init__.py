"""Pictures to touch: every state is computed beforehand, and a small script shows one."""

from attention_course.interactives._heads import look_through_heads as look_through_heads
from attention_course.interactives._interactive import Interactive as Interactive
from attention_course.interactives._paths import follow_head as follow_head
from attention_course.interactives._scores import explore_scores as explore_scores
from attention_course.interactives._shuffle import shuffle_words as shuffle_words
from attention_course.interactives._stepper import step_through as step_through
