import { emptyListing, valuesOf } from '../form-values.ts'
import { DraftNote, noteAction } from './draft-note.tsx'
import { draftQuery, giveId } from './draft-slot.ts'
import { isWorthKeeping } from './use-form-autosave.ts'

/** What the code for drafts, loaded later, uses of the form. An import from there would split the form into small files. */
export const formTools = { DraftNote, draftQuery, emptyListing, giveId, isWorthKeeping, noteAction, valuesOf }
export type FormTools = typeof formTools
