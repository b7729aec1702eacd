import { join } from 'node:path'

/** Node keeps what it compiled: a command that a test starts is there in half the time. */
export default (): void => {
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'node-compile')
}
