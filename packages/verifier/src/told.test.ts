import { expect, test } from 'vitest';
import { toldOfIntent, toldOfPeriod } from './told.js';

test.each(['null', '1', '"x"', '[]', '{}', '{"approval":null}', '{"approval":{"payload":null}}'])(
  'events of the payload %s say something, and end no check',
  (payload) => {
    const proposed = { event_type: 'intent.proposed', payload };
    expect(toldOfIntent([proposed, { event_type: 'approval.approved', payload }, { event_type: 'intent.executed', payload }])).not.toBe(
      null,
    );
    expect(
      toldOfPeriod([
        { event_type: 'period.locked', payload },
        { event_type: 'period.published', payload },
      ]),
    ).not.toBe(null);
  },
);
