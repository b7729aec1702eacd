import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, onEnd, until } from './a-sandbox.ts'
import { apply } from './deployment-calls.ts'

const root = join(import.meta.dirname, '../..')
/** By the environment, or on the PATH; null: there is none here. */
const prometheus = [process.env['PROMETHEUS'], 'prometheus'].find(it => it !== undefined && spawnSync(it, ['--version']).status === 0)
  ?? null
const inTime = 180_000
const resources = Number(process.env['DASHBOARD_RESOURCES'] ?? '60')

/** Every three seconds a cycle of the autoscaler, whose window is full after some of them. */
const configuration = 'kubernetes.operator.leader-election.enabled: false\nkubernetes.operator.reconcile.interval: 3 s\n'
const scaledOptions = {
  'jobmanager.scheduler': 'Adaptive',
  'job.autoscaler.enabled': 'true',
  'job.autoscaler.stabilization.interval': '1 s',
  'job.autoscaler.metrics.window': '9 s',
  'job.autoscaler.restart.time': '1 s',
  'job.autoscaler.catch-up.duration': '10 s',
}

const namespaceOf = (index: number): string => (index % 2 === 0 ? 'default' : 'shop')
const resource = (index: number): object => {
  const name = `job-${index}`
  return { ...aFlinkDeployment(name), metadata: { name, namespace: namespaceOf(index) } }
}

interface Answer {
  readonly status: string
  readonly error?: string
  readonly data?: { readonly result: readonly unknown[] }
}

/** Queries, and panels, that show nothing while all is well. */
const onlyOfErrors = /errors_total\{[^}]*\}\[\$__rate_interval\]\)\) > 0$/u
const emptyWhenWell = new Set(['Wait for a person, since', 'Being changed, since', 'Snapshots by state', 'Who leads'])

describe.runIf(prometheus !== null)('a real Prometheus that scrapes the operator under load', () => {
  test('answers every query of the dashboard, and evaluates all rules', async () => {
    const sandbox = await aSandbox()
    await sandbox.call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
    onEnd(async () => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'config.yaml'), configuration)
    const operator = await anOperator(sandbox, { port: 0, folders: { folder, overrides: null } })
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    writeFileSync(
      join(folder, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: ['alerts.yaml', 'reference-names.yaml'].map(it => join(root, 'deploy/prometheus', it)),
        scrape_configs: [{ job_name: 'operator', honor_labels: true, static_configs: [{ targets: [`127.0.0.1:${operator.port}`] }] }],
      }),
    )
    const child = spawn(prometheus ?? '', [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ], { stdio: ['ignore', 'ignore', 'inherit'] })
    onEnd(() =>
      new Promise(resolve => {
        child.once('exit', resolve)
        child.kill('SIGTERM')
      })
    )
    const base = `http://127.0.0.1:${port}/api/v1`
    const ask = async (query: string): Promise<Answer> => {
      const text = query.replaceAll('$__rate_interval', '30s').replaceAll('$namespace', '.*')
      const answer = await fetch(`${base}/query`, { method: 'POST', body: new URLSearchParams({ query: text }) }).catch(() => null)
      return answer === null || answer.status === 503 ? { status: 'unreachable' } : await answer.json() as Answer
    }
    const isThere = async (query: string): Promise<boolean> => ((await ask(query)).data?.result.length ?? 0) > 0
    const path = (namespace: string): string => `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkdeployments`
    await until('Prometheus has scraped', () => isThere('flink_operator_build_info'), inTime)
    for (let index = 0; index < resources; index++)
      expect((await sandbox.call('POST', path(namespaceOf(index)), resource(index))).status).toBe(201)
    await apply(sandbox, aFlinkDeployment('scaled', { parallelism: 1 }, scaledOptions))
    await until('all jobs run', () => isThere(`sum(flink_operator_jobs{job_state="RUNNING"}) >= ${resources + 1}`), inTime)
    await sandbox.chaos('load', { cluster: 'scaled', recordsPerSecond: 400 })
    await until(
      'a job was scaled, and its window is full again',
      () => isThere('flink_operator_autoscaler_vertex_recommended_parallelism > 1 and flink_operator_autoscaler_vertex_parallelism > 1'),
      inTime,
    )
    await sandbox.call('PATCH', `${path('shop')}/job-1`, { spec: { job: { parallelism: 4 } } }, 'application/merge-patch+json')
    await until(
      'an upgrade was measured',
      () => isThere('flink_operator_lifecycle_transition_seconds_count{transition="upgrade"} > 0'),
      inTime,
    )
    await until(
      'the rules with the reference names were evaluated',
      () => isThere('flink_k8soperator_namespace_Lifecycle_State_STABLE_Count{resourcens="shop",resourcetype="FlinkDeployment"} > 0'),
      inTime,
    )

    const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana/flink-operator.json'), 'utf8')) as {
      panels: { title: string; targets?: { expr: string }[] }[]
    }
    const report: string[] = []
    for (const { title, targets = [] } of panels)
      for (const { expr } of targets.filter(it => !onlyOfErrors.test(it.expr))) {
        const { status, error, data } = await ask(expr)
        report.push(`${status === 'success' ? '' : `${status} ${error ?? ''} `}${title}: ${data?.result.length ?? 0} series`)
      }
    if (process.env['DASHBOARD_REPORT'] !== undefined) writeFileSync(process.env['DASHBOARD_REPORT'], `${report.join('\n')}\n`)
    expect(report.filter(line => !/^[^:]+: [1-9]\d* series$/u.test(line) && !emptyWhenWell.has(line.split(':')[0] ?? ''))).toEqual([])
    const { data } = await (await fetch(`${base}/rules`)).json() as {
      data: { groups: { rules: { name: string; health: string; lastError?: string; state?: string }[] }[] }
    }
    const rules = data.groups.flatMap(group => group.rules)
    expect(rules.filter(({ health }) => health !== 'ok' && health !== 'unknown').map(({ name, lastError }) => `${name}: ${lastError}`))
      .toEqual([])
    expect(rules.filter(({ state }) => state === 'firing').map(({ name }) => name)).toEqual([])
  })
})

if (prometheus === null)
  test.skip("prometheus is not here (PROMETHEUS, or on the PATH: Debian's package prometheus): the dashboard's queries were not asked", () =>
    undefined)
