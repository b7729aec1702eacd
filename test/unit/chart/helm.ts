import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseAllDocuments, stringify } from 'yaml'

export const chartFolder = join(import.meta.dirname, '../../../deploy/helm/flink-operator')

/** The Helm that these tests run; null: none. `HELM`, the path of an executable. */
export const helm = process.env['HELM'] === undefined || process.env['HELM'] === '' ? null : process.env['HELM']

/** For the titles of tests that are left out without it. */
export const needsHelm = helm === null ? ' (left out: HELM names no helm)' : ''

export interface HelmRun {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Helm with these arguments, away from the user's own settings. */
export const runHelm = (args: readonly string[], input = ''): HelmRun => {
  const { status, stdout, stderr } = spawnSync(helm ?? 'helm', args, {
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, HELM_NAMESPACE: '', HELM_DRIVER: '', KUBECONFIG: '/dev/null' },
  })
  return { code: status, out: stdout, err: stderr }
}

/** A rendered object, as far as tests look at it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Rendered = any

export type Values = Readonly<Record<string, unknown>>

export interface RenderOptions {
  readonly release?: string
  readonly namespace?: string
  /** Of the server that the chart is installed to; Helm has one of its own. */
  readonly kubeVersion?: string
}

export const template = (
  values: Values,
  { release = 'flink-operator', namespace = 'flink-operator', kubeVersion }: RenderOptions = {},
): HelmRun => {
  const version = kubeVersion === undefined ? [] : ['--kube-version', kubeVersion]
  return runHelm(['template', release, chartFolder, '--namespace', namespace, ...version, '--values', '-'], stringify(values))
}

/** The objects that the chart makes of these values. Throws where Helm refuses. */
export const rendered = (values: Values, options: RenderOptions = {}): readonly Rendered[] => {
  const { code, out, err } = template(values, options)
  if (code !== 0) throw new Error(err)
  return parseAllDocuments(out).map(document => {
    if (document.errors.length > 0) throw new Error(document.errors.join('\n'))
    return document.toJS()
  }).filter(it => it !== null)
}

export const ofKind = (objects: readonly Rendered[], kind: string): readonly Rendered[] => objects.filter(it => it.kind === kind)
