-- Hourly limits count moments, as guesses do: sixty of them at most.

alter table auth.guesses drop constraint guesses_are_few;
alter table auth.guesses add constraint guesses_are_few check (cardinality(at) <= 60);
