import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../calls/query-client.ts';
import { askAnew } from './ask-anew.ts';

let organisation = 'first';
const asked: string[] = [];

function Tasks({ period }: { readonly period: string }) {
  const tasks = useQuery({
    queryKey: ['tasks', period],
    queryFn: () => {
      asked.push(`tasks of ${period}`);
      return `tasks of ${period}`;
    },
  });
  return <p>{tasks.data ?? 'waiting'}</p>;
}

function Period() {
  const period = useQuery({
    queryKey: ['period'],
    queryFn: () => {
      asked.push('period');
      return `the period of the ${organisation}`;
    },
  });
  return period.data === undefined ? null : <Tasks period={period.data} />;
}

test('what was asked because of an earlier answer is not asked again', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Period />
    </QueryClientProvider>,
  );
  await screen.findByText('tasks of the period of the first');
  organisation = 'second';
  asked.length = 0;
  await act(() => askAnew(([name]) => name !== 'session'));
  await screen.findByText('tasks of the period of the second');
  expect(asked).toEqual(['period', 'tasks of the period of the second']);
});
