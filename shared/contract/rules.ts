import { z } from 'zod'
import { rules } from '../rules.ts'

/** A rule of the market, by its anchor on the page /rules. */
export const RuleId = z.enum(rules.map(({ id }) => id))
