import type { IntentView } from '@countinghouse/contract/features/intents';
import { policies } from '@countinghouse/contract/features/policies';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import type { PolicyResult } from '../../../lib/values/intent/payload.ts';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { payloadOfIntent } from './IntentFacts.tsx';

const refuses = ({ answer, hook }: PolicyResult): boolean => answer === null || (answer === false && hook !== 'intent.high_risk');

function wordsOf({ answer, hook, why }: PolicyResult): string {
  if (answer === null) return why ?? 'no answer';
  if (hook !== 'intent.high_risk') return String(answer);
  const approvers = typeof answer === 'number' ? answer : Number(answer);
  return `${approvers} ${approvers === 1 ? 'approver' : 'approvers'}`;
}

/** What the policies in force said of an intent; nothing where there were none. */
export function IntentPolicies({ intent }: { readonly intent: IntentView }) {
  const results = payloadOfIntent(intent)?.policies?.results ?? [];
  const known = useQuery({ ...q(policies.list, { query: { state: 'all' } }), enabled: results.length > 0 }).data?.policies ?? [];
  if (results.length === 0) return null;
  return (
    <Panel title="Policies" flush>
      <Table aria-label="Policies" fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Policy</Table.Th>
            <Table.Th>Hook</Table.Th>
            <Table.Th>Said</Table.Th>
            <Table.Th ta="right">Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map((result) => (
            <Table.Tr key={result.control_id}>
              <Table.Td>
                <TextLink to={paths.policies} search={{ open: result.control_id, state: 'all' }}>
                  {known.find((p) => p.id === result.control_id)?.name ?? result.control_id}
                </TextLink>{' '}
                <span className="dimmed">version {result.version}</span>
              </Table.Td>
              <Table.Td className="mono">{result.hook}</Table.Td>
              <Table.Td>{wordsOf(result)}</Table.Td>
              <Table.Td ta="right">
                <StatusBadge status={refuses(result) ? 'refuses' : 'allows'} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
