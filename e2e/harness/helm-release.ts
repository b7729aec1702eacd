import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Settings } from '../settings.ts'
import { NotHere } from '../scenarios/story.ts'
import { type Any, type Api, paths } from './api.ts'

export interface Ran {
  readonly code: number
  readonly text: string
}

/** A command, its output and what it said of errors as one text. */
export const runCommand = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv, input = ''): Promise<Ran> =>
  new Promise(resolve => {
    const child = spawn(command, args, { env: environment })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', ({ message }) => resolve({ code: 127, text: message }))
    child.on('close', code => resolve({ code: code ?? 1, text: Buffer.concat(chunks).toString('utf8') }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })

export const chartFolder = join(import.meta.dirname, '../../deploy/helm/flink-operator')

/** Helm and kubectl as stories call them: this cluster, no settings of whoever runs the tests. */
export const toolEnvironment = ({ kubeconfig, helm }: Settings, folder: string): NodeJS.ProcessEnv => {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  if (helm !== null) writeFileSync(join(bin, 'helm'), `#!/bin/sh\nexec "${helm}" "$@"\n`, { mode: 0o755 })
  return {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    KUBECONFIG: kubeconfig,
  }
}

/** Repository and tag of the operator's image, which the nodes have. */
export const operatorImage = ({ operatorImage: image, helm }: Settings): { readonly repository: string; readonly tag: string } => {
  if (helm === null) throw new NotHere('HELM names no helm')
  if (image === null) throw new NotHere("E2E_OPERATOR_IMAGE names no image of the operator that the cluster's nodes have")
  const at = image.lastIndexOf(':')
  return { repository: image.slice(0, at), tag: image.slice(at + 1) }
}

export interface Release {
  /** `helm upgrade --install`, until its pods are ready. */
  readonly put: (
    values: Readonly<Record<string, unknown>>,
    options?: { readonly chart?: string; readonly args?: readonly string[] },
  ) => Promise<string>
  readonly uninstall: () => Promise<string>
  /** The operator's pods that are not being deleted. */
  readonly pods: () => Promise<readonly Any[]>
  /** Those of the webhook's Deployment. */
  readonly webhookPods: () => Promise<readonly Any[]>
  /** Writes the logs of its pods into the folder. */
  readonly keepLogs: (name: string) => Promise<void>
}

export const helmRelease = (
  { settings, api, folder }: { readonly settings: Settings; readonly api: Api; readonly folder: string },
  release: string,
  namespace: string,
): Release => {
  const environment = toolEnvironment(settings, folder)
  const helm = async (args: readonly string[], input = ''): Promise<string> => {
    const { code, text } = await runCommand('helm', [...args, '--namespace', namespace], environment, input)
    if (code !== 0) throw new Error(`helm ${args.slice(0, 3).join(' ')}: ${text.trim().slice(-1_500)}`)
    return text
  }
  const podsOf = (labels: string) => async (): Promise<readonly Any[]> =>
    (await api.list(paths.pods(namespace), `app.kubernetes.io/instance=${release}${labels}`)).filter(pod =>
      pod.metadata.deletionTimestamp === undefined
    )
  return {
    pods: podsOf(',app.kubernetes.io/component!=webhook'),
    webhookPods: podsOf(',app.kubernetes.io/component=webhook'),
    put: (values, { chart = chartFolder, args = [] } = {}) =>
      helm(['upgrade', '--install', release, chart, '--wait', '--timeout', '3m', '--values', '-', ...args], stringify(values)),
    uninstall: () => helm(['uninstall', release, '--wait', '--timeout', '2m']),
    keepLogs: async name => {
      for (const { metadata } of await podsOf('')()) {
        const text = await api.text(`${paths.pods(namespace)}/${metadata.name}/log`).catch((thrown: unknown) => String(thrown))
        writeFileSync(join(folder, `${name}-${metadata.name}.log`), text)
      }
    },
  }
}

/**
 * Flags of a first installation where CRDs are there that belong to no release. Helm 4 applies on the server's side, where whoever applied
 * them before owns their fields.
 */
export const overOthers = async (settings: Settings, folder: string): Promise<readonly string[]> => {
  const { text } = await runCommand('helm', ['version', '--short'], toolEnvironment(settings, folder))
  return text.startsWith('v3') ? ['--take-ownership'] : ['--take-ownership', '--force-conflicts']
}
