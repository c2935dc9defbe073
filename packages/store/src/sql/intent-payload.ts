// What an intent was asked for with, looked for in the payload of its first event, as SQL. `payload` and `text` are expressions of text.

/** A use case stands in a payload as canonical JSON spells it. */
export const hasUseCase = (payload: string, text: string): string =>
  `strpos(${payload}, '"use_case":' || to_json(${text}::text)::text) > 0`;

/** Whether the reference of the consent has these words in it, whatever their case. Only a payload with the words in it is parsed for them. */
export const hasReference = (payload: string, text: string): string =>
  `coalesce(case when ${text} ~ '["\\\\]' or strpos(lower(${payload}), lower(${text})) > 0
      then strpos(lower(${payload}::jsonb #>> '{request,consent,reference}'), lower(${text})) > 0 end, false)`;
