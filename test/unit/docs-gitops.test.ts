import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { initialFlinkDeploymentStatus } from '../../packages/core/src/crd/flink-deployment-status-fields.ts'
import type { AnyKind } from '@flink-operator/core/kinds'
import type { Condition } from '../../packages/core/src/contract/resource/condition.ts'
import type { LifecycleState } from '../../packages/core/src/contract/resource/job-status.ts'
import { conditionsOf } from '../../packages/core/src/job/report/job-conditions.ts'
import type { FlinkDeploymentDesired } from '../../packages/core/src/kind/flink-deployment/application/application-round.ts'

const root = join(import.meta.dirname, '../..')
const lua = ['lua5.4', 'lua', 'luajit'].find(name => spawnSync(name, ['-v']).status === 0) ?? null
const title = `the health check for Argo CD on docs/operations/gitops.md${lua === null ? ' (left out: there is no Lua)' : ''}`

const script = /```lua\n([^]*?)```/.exec(readFileSync(join(root, 'docs/operations/gitops.md'), 'utf8'))?.[1] ?? ''

const luaOf = (value: unknown): string =>
  value === null || value === undefined ? 'nil'
    : Array.isArray(value) ? `{${value.map(luaOf).join(',')}}`
    : typeof value === 'object' ? `{${Object.entries(value).map(([key, inner]) => `[${JSON.stringify(key)}]=${luaOf(inner)}`).join(',')}}`
    : JSON.stringify(value)

const healthOf = (resource: unknown): string =>
  execFileSync(lua ?? '', ['-e', `local obj = ${luaOf(resource)}\nlocal function health()\n${script}\nend\nprint(health().status)`], {
    encoding: 'utf8',
  }).trim()

/** What the operator writes of a resource in this state; an edit that it has not seen makes the generation a newer one. */
const resource = (lifecycleState: LifecycleState, { isStalled = false, isEdited = false } = {}) => {
  const status = {
    ...initialFlinkDeploymentStatus,
    lifecycleState,
    observedGeneration: 1,
    reconciliationStatus: { ...initialFlinkDeploymentStatus.reconciliationStatus, lastReconciledSpec: '{}' },
  }
  const desired = {
    generation: 1,
    meta: { generation: 1, annotations: {} },
    findings: [],
    secrets: [],
  } as unknown as FlinkDeploymentDesired
  const conditions: readonly Condition[] = conditionsOf(status, desired, isStalled, 0)
  return { metadata: { generation: isEdited ? 2 : 1 }, status: { conditions } }
}

describe.skipIf(lua === null)(title, () => {
  test.each([
    ['nothing was written yet', { metadata: { generation: 1 } }, 'Progressing'],
    ['STABLE', resource('STABLE'), 'Healthy'],
    ['SUSPENDED', resource('SUSPENDED'), 'Healthy'],
    ['ROLLED_BACK', resource('ROLLED_BACK'), 'Healthy'],
    ['UPGRADING', resource('UPGRADING'), 'Progressing'],
    ['DEPLOYED', resource('DEPLOYED'), 'Progressing'],
    ['DELETING', resource('DELETING'), 'Progressing'],
    ['FAILED', resource('FAILED', { isStalled: true }), 'Degraded'],
    ['STABLE, and a user has to act', resource('STABLE', { isStalled: true }), 'Degraded'],
    ['STABLE, and an edit was not seen yet', resource('STABLE', { isEdited: true }), 'Progressing'],
    ['FAILED, and an edit was not seen yet', resource('FAILED', { isStalled: true, isEdited: true }), 'Progressing'],
  ])('%s', (_state, given, health) => {
    expect(healthOf(given)).toBe(health)
  })
})

test('the page has the health check, and examples/gitops has the same for each kind', () => {
  expect(script).toContain('return hs')
  const { data } = parse(readFileSync(join(root, 'examples/gitops/argo-cd/argocd-cm.yaml'), 'utf8')) as { data: Record<string, string> }
  const of = ({ type: { group, kind } }: Pick<AnyKind, 'type'>): string => `resource.customizations.health.${group}_${kind}`
  expect(data).toEqual(Object.fromEntries(Object.values(kinds).map(kind => [of(kind), script])))
})
