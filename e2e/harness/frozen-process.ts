import { readdirSync, readFileSync } from 'node:fs'

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended, or is somebody else's
  }
}

/** The Java processes of a pod, as this machine sees them; none: the pod runs on another machine, or this user may not look. */
export const javaOfPod = (pod: string): readonly number[] =>
  readdirSync('/proc').filter(name =>
    /^\d+$/.test(name) && textOf(`/proc/${name}/comm`).trim() === 'java'
    && textOf(`/proc/${name}/environ`).split('\0').includes(`HOSTNAME=${pod}`)
  ).map(Number)

/** Stops processes where they stand (SIGSTOP): connections stay, nobody answers. Answers what lets them go on. */
export const freeze = (pids: readonly number[]): () => void => {
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of pids) process.kill(pid, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
