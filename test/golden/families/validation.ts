import { failed, type GoldenFamily } from '../family.ts'

export const validation: GoldenFamily = { name: 'validation', run: () => failed('not built') }
