import { failed, type GoldenFamily } from '../family.ts'

export const effectiveConfig: GoldenFamily = { name: 'effective-config', run: () => failed('not built') }
