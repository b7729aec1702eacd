import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperatorHandle } from '../scenarios/story.ts'

export interface OtherOperatorOptions {
  /** A shell command that runs it in the foreground, until SIGTERM. */
  readonly command: string
  readonly kubeconfig: string
  readonly namespace: string
  readonly folder: string
}

/** Beyond it the process group is killed. */
const stopLimit = 60_000

let started = 0

/**
 * Starts another operator of the same resources, as `E2E_OTHER_OPERATOR` says. It is told the cluster (`KUBECONFIG`) and its only namespace
 * (`WATCH_NAMESPACES`, as the reference operator calls it). The command and all that it starts are one process group.
 */
export const startOtherOperator = ({ command, kubeconfig, namespace, folder }: OtherOperatorOptions): OperatorHandle => {
  const log = openSync(join(folder, `other-operator-${++started}.log`), 'w')
  const child = spawn('/bin/sh', ['-c', command], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, KUBECONFIG: kubeconfig, WATCH_NAMESPACES: namespace },
  })
  closeSync(log)
  let exit: { readonly code: number | null; readonly signal: string | null } | null = null
  let reported = false
  child.on('close', (code, signal) => {
    exit = { code, signal }
  })
  child.on('error', error => {
    exit = { code: null, signal: error.message }
  })

  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, signal)
    } catch {
      return false
    }
  }
  const groupGone = async (within: number): Promise<boolean> => {
    for (const until = Date.now() + within; Date.now() < until; await pause(100)) if (!signalGroup(0)) return true
    return false
  }
  const end = (first: NodeJS.Signals) => async (): Promise<void> => {
    reported = true
    signalGroup(first)
    if (await groupGone(stopLimit)) return
    signalGroup('SIGKILL')
    await groupGone(stopLimit)
  }
  return { exit: () => exit, endedByItself: () => exit !== null && !reported, kill: end('SIGKILL'), stop: end('SIGTERM') }
}
