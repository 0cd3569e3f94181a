import { z } from 'zod'
import { isLgaOf, isState } from '../nigeria.ts'

/** The place of a listing or a meeting, as a form asks for it. */
export const placeFields = {
  state: z.string('Please select a state').min(1, 'Please select a state'),
  lga: z.string('Please select an LGA').min(1, 'Please select an LGA'),
}

/** Checks that the state exists and the LGA belongs to it. Empty ones have their message already. */
export function checkPlace({ state, lga }: { state: string; lga: string }, context: z.core.$RefinementCtx) {
  const refuse = (field: string, input: string, message: string) =>
    context.issues.push({ code: 'custom', input, path: [field], message })
  if (state && !isState(state)) refuse('state', state, 'Please select a state')
  else if (state && lga && !isLgaOf(state, lga)) refuse('lga', lga, 'Please select an LGA')
}
