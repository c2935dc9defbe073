import { type Template, templates } from '@countinghouse/contract/features/templates';
import { Button, Group, Stack } from '@mantine/core';
import { IconPencilPlus, IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { wordOfUseCase } from '../../lib/values/use-case.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { ContentRows } from '../../ui/table/ContentRows.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

interface TemplatePanelProps {
  readonly template: Template;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

export function TemplatePanel({ template, onClose, onRemove }: TemplatePanelProps) {
  const permission = useWritePermission(templates.remove);
  const hasConstraints = Object.keys(template.constraints).length > 0;
  return (
    <SidePanel title={template.name} onClose={onClose}>
      <Stack gap="md">
        <Group gap="xs">
          <Button
            leftSection={<IconPencilPlus size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.postIntent} search={{ template: template.id }} />}
          >
            Use
          </Button>
          <Button
            variant="default"
            leftSection={<IconRepeat size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.schedules} search={{ open: 'new', template: template.id }} />}
          >
            Make it recur
          </Button>
          <GuardedButton variant="subtle" color="red" permission={permission} onClick={onRemove}>
            Remove
          </GuardedButton>
        </Group>
        <ContentRows rows={template.rows} />
        <Facts
          facts={[
            ['Use case', wordOfUseCase(template.use_case)],
            ['Saved', <Timestamp key="t" at={template.saved_at} />],
            ['By', <Actor key="a" id={template.saved_by} />],
            ['Template id', <Hash key="i" value={template.id} what="template id" />],
          ]}
        />
        {hasConstraints ? <JsonViewer value={template.constraints} what="constraints" /> : null}
      </Stack>
    </SidePanel>
  );
}
