import type { Contract } from '#shared/contract/index.ts'
import { createEmitter } from './emitter.ts'

/** Writes that succeeded, by their endpoint: to report one, and to subscribe. */
export const { emit: emitMutation, subscribe: onMutation } = createEmitter<[endpoint: keyof Contract]>()
