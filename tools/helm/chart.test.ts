// The chart is rendered by the template language and functions that Helm has, and what comes of it fits together and fits the product. It was held against
// the schemas of Kubernetes by hand: docs/operating/containers.md.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@countinghouse/server/config';
import { settings } from '@countinghouse/server/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEBIAN_GO_PATH, has } from '../system-programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const chart = path.join(root, 'deploy/helm/countinghouse');
const canRender = has('go') && has('sprig') && has('yaml for Go');
const COMPILE_MS = 600_000;

interface Item {
  readonly name: string;
}
interface Pod {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes: readonly (Item & { readonly secret?: { readonly secretName: string } })[];
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: object;
}
interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly (Item & { readonly value?: string })[];
  readonly ports?: readonly (Item & { readonly containerPort: number })[];
  readonly volumeMounts: readonly (Item & { readonly mountPath: string })[];
  readonly securityContext: object;
}
interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: unknown;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-chart-'));
  if (!canRender) return;
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: DEBIAN_GO_PATH, GOCACHE: path.join(folder, 'cache') };
  execFileSync('go', ['build', '-o', path.join(folder, 'render'), 'tools/helm/render.go'], { cwd: root, env, stdio: 'pipe' });
}, COMPILE_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const smallest = {
  publicUrl: 'https://ledger.example.org',
  secret: 'ledger',
  image: { repository: 'registry.example.org/countinghouse' },
  keys: { kmsKeyId: 'arn:aws:kms:eu-central-1:1:key/2' },
};
const everything = {
  ...smallest,
  keys: { secret: 'ledger-keys' },
  secretKeys: { replica: true, smtp: true, s3: true, superToken: true },
  settings: { S3_BUCKET: 'ledger', S3_REGION: 'eu-central-1', ALARM_MAIL: 'on-call@example.org' },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'ledger-tls' },
  autoscaling: { enabled: true },
  serviceMonitor: { enabled: true },
  networkPolicy: { from: [{ namespaceSelector: { matchLabels: { role: 'ingress' } } }] },
  nodeSelector: { disk: 'ssd' },
  imagePullSecrets: [{ name: 'registry' }],
};

function render(values: object): readonly Made[] {
  const input = JSON.stringify({ Chart: chart, Release: 'ledger', Values: values });
  return JSON.parse(execFileSync(path.join(folder, 'render'), { input, encoding: 'utf8', stdio: 'pipe' })) as readonly Made[];
}
/** What is at a path such as `ports.0.name`. */
const at = (of: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], of);
const podOf = (made: readonly Made[], kind: string): Pod => at(made.find((m) => m.kind === kind)?.spec, 'template.spec') as Pod;
const container = (pod: Pod): Container => pod.containers[0] ?? expect.fail('no container');

describe.runIf(canRender)('the chart of Helm', () => {
  test('makes what its values ask for, and no more', () => {
    const kinds = (values: object) => render(values).map((m) => m.kind);
    const always = ['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'ServiceAccount'];
    expect(kinds(smallest).sort()).toEqual(always);
    expect(kinds(everything).sort()).toEqual([...always, 'HorizontalPodAutoscaler', 'Ingress', 'ServiceMonitor'].sort());
    expect(kinds({ ...smallest, migrationJob: false, networkPolicy: { enabled: false } })).toHaveLength(4);
  });

  test.each([
    ['publicUrl', 'Set publicUrl to the address people use.'],
    ['secret', 'Set secret to the name of the Secret'],
    ['image', 'Set image.repository to where your image is.'],
    ['keys', 'Set keys.kmsKeyId or keys.secret'],
  ])('is not rendered without %s, and says so', (name, said) => {
    expect(() => render({ ...smallest, [name]: name === 'image' || name === 'keys' ? {} : '' })).toThrow(said);
  });

  test('gives servers settings that there are and that a server starts with, and each secret as a file that is mounted', () => {
    // NODE_OPTIONS is of Node, not of the product.
    const known = new Set(['NODE_OPTIONS', ...settings.map(({ name }) => name)]);
    const made = render(everything);
    for (const kind of ['Deployment', 'Job']) {
      const { env = [], volumeMounts } = container(podOf(made, kind));
      expect(env.map(({ name }) => name.replace(/_FILE$/, '')).filter((name) => !known.has(name))).toEqual([]);
      expect(volumeMounts.map((m) => m.mountPath)).toEqual(expect.arrayContaining(['/secrets', '/data', '/tmp']));
      const files = env.filter(({ name }) => name.endsWith('_FILE'));
      expect(files).toHaveLength(8);
      for (const { value } of files) expect(value).toMatch(/^\/secrets\/[a-z0-9-]+$/);
      const given = Object.fromEntries(
        env.map(({ name, value }) =>
          name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length), secretFor(name)] : [name, value ?? '10.0.0.1'],
        ),
      );
      expect(readConfig(given)).toMatchObject({ publicUrl: 'https://ledger.example.org', s3: { bucket: 'ledger' } });
    }
  });

  test('mounts what it has, runs without rights, and gives a server the time that it needs to end', () => {
    const made = render(everything);
    for (const kind of ['Deployment', 'Job']) {
      const pod = podOf(made, kind);
      const there = new Set(pod.volumes.map((v) => v.name));
      for (const { volumeMounts, securityContext } of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(volumeMounts.filter((m) => !there.has(m.name))).toEqual([]);
        expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
      }
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    }
    const drain = Number(container(podOf(made, 'Deployment')).env?.find((e) => e.name === 'DRAIN_SECONDS')?.value);
    expect(podOf(made, 'Deployment').terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 13);
    const [, file] = container(podOf(made, 'Job')).command ?? [];
    expect(existsSync(path.join(root, file ?? '')), file).toBe(true);
  });

  test('what refers to another names it as it is called', () => {
    const made = render(everything);
    const of = (kind: string): Made => made.find((m) => m.kind === kind) ?? expect.fail(`no ${kind}`);
    const specOf = (kind: string, place: string): unknown => at(of(kind).spec, place);
    const labels = specOf('Deployment', 'template.metadata.labels');
    for (const selector of [
      specOf('Deployment', 'selector.matchLabels'),
      specOf('Service', 'selector'),
      specOf('PodDisruptionBudget', 'selector.matchLabels'),
    ])
      expect(selector).toEqual(labels);
    // The migration is no server: nothing is sent to it.
    expect(specOf('Job', 'template.metadata.labels')).not.toMatchObject(labels as object);
    const ports = (container(podOf(made, 'Deployment')).ports ?? []).map((p) => p.name);
    expect(ports).toContain(specOf('Service', 'ports.0.targetPort'));
    for (const allowed of specOf('NetworkPolicy', 'ingress') as readonly unknown[]) expect(ports).toContain(at(allowed, 'ports.0.port'));
    const { name } = of('Deployment').metadata;
    expect(specOf('HorizontalPodAutoscaler', 'scaleTargetRef.name')).toBe(name);
    expect(specOf('Deployment', 'replicas')).toBeUndefined();
    expect(specOf('Ingress', 'rules.0')).toMatchObject({
      host: 'ledger.example.org',
      http: { paths: [{ backend: { service: { name: of('Service').metadata.name, port: { name: 'http' } } } }] },
    });
    expect(specOf('ServiceMonitor', 'endpoints.0')).toMatchObject({ port: specOf('Service', 'ports.0.name'), path: '/metrics' });
    expect(of('Job').metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-upgrade' });
  });
});

/** What could stand in a file of that name. */
const secretFor = (name: string): string =>
  ({
    DATABASE_URL_FILE: 'postgres://a:b@database/c',
    DATABASE_REPLICA_URL_FILE: 'postgres://a:b@standby/c',
    SMTP_URL_FILE: 'smtp://mail:1025',
  })[name] ?? 'x'.repeat(64);
