import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { metricGroups, webhookGroup } from '../../packages/operator/src/metrics/metric-table.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Rule {
  readonly alert?: string
  readonly expr: string
  readonly labels?: { readonly severity: string }
  readonly annotations?: { readonly runbook_url: string }
}
const rulesOf = (path: string): readonly Rule[] =>
  (parse(read(path)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules)
const alerts = rulesOf('deploy/prometheus/alerts.yaml')
const panels = (JSON.parse(read('deploy/grafana/flink-operator.json')) as { panels: { targets?: { expr: string }[] }[] }).panels
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Labels that each series has, by its name in PromQL. */
const served: ReadonlyMap<string, readonly string[]> = new Map(
  [...metricGroups, webhookGroup].flatMap(({ metrics }) => metrics).flatMap(({ name, type, labels }): [string, readonly string[]][] => {
    const own = [...Object.keys(labels), 'instance']
    return type === 'histogram' ? [[`${name}_bucket`, [...own, 'le']], [`${name}_count`, own], [`${name}_sum`, own]] : [[name, own]]
  }),
)
const names = (query: string): readonly string[] => [...query.matchAll(/\bflink_operator_\w+/gu)].map(([name]) => name)
/** What is asked of a label: `name{label="…"}`. */
const matched = (query: string): readonly (readonly [name: string, label: string])[] =>
  [...query.matchAll(/\b(flink_operator_\w+)\{([^}]*)\}/gu)].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"/gu)].map(([, label = '']) => [name, label] as const)
  )

describe.each([
  ['the alerts', alerts.map(({ expr }) => expr)],
  ['the dashboard', queries],
  ["the rules with the reference's names", rulesOf('deploy/prometheus/reference-names.yaml').map(({ expr }) => expr)],
])('%s', (_what, all) => {
  test('ask only for metrics that the operator has, by labels that they have', () => {
    expect(all.length).toBeGreaterThan(10)
    expect(all.flatMap(names).filter(name => !served.has(name))).toEqual([])
    expect(all.flatMap(matched).filter(([name, label]) => served.get(name)?.includes(label) !== true)).toEqual([])
  })
})

test('a name that the operator does not have would be found', () => {
  expect(names('rate(flink_operator_round_total[5m])').filter(name => !served.has(name))).toEqual(['flink_operator_round_total'])
})

describe('runbooks', () => {
  const headings = [...read('docs/alerts.md').matchAll(/^## (\w+)$/gmu)].map(([, name]) => name)
  test('each alert has its section in docs/alerts.md, in the same order, and names it', () => {
    expect(headings).toEqual(alerts.map(({ alert }) => alert))
    for (const { alert = '', annotations } of alerts)
      expect(annotations?.runbook_url).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
  })

  test('each section says what it means, where to look and what to do', () => {
    for (const section of read('docs/alerts.md').split(/^## /gmu).slice(1))
      expect(section).toMatch(/\*\*Means\*\*[^]*\*\*Look\*\*[^]*\*\*Do\*\*/u)
  })

  test('each alert fires in a test of promtool', () => {
    const { tests } = parse(read('deploy/prometheus/tests/alerts.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
    }
    const fired = new Set(
      tests.flatMap(it => it.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname)),
    )
    expect(alerts.map(({ alert = '' }) => alert).filter(alert => !fired.has(alert))).toEqual([])
  })
})

/** By the environment, or on the PATH; null: there is none here. */
const promtool = [process.env['PROMTOOL'], 'promtool'].find(it => it !== undefined && spawnSync(it, ['--version']).status === 0) ?? null

describe.runIf(promtool !== null)('promtool', () => {
  const folder = join(root, 'deploy/prometheus')
  const run = (...args: readonly string[]): string => execFileSync(promtool ?? '', args, { cwd: folder, encoding: 'utf8' })
  test('the rules are well-formed, and the alerts fire when they are to and at no other time', () => {
    expect(run('check', 'rules', 'alerts.yaml', 'reference-names.yaml')).toMatch(/SUCCESS: \d+ rules found/u)
    expect(run('test', 'rules', 'tests/alerts.yaml')).toContain('SUCCESS')
  })
})

if (promtool === null)
  test.skip("promtool is not here (PROMTOOL, or on the PATH: Debian's package prometheus): the alerts were not run", () => undefined)
