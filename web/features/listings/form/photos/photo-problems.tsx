import type { FormMode } from '../form-messages.ts'
import type { PhotoItem } from './photo-list.ts'

/** Which photos were refused, and how many are not uploaded. */
export function PhotoProblems({ items, mode }: { items: PhotoItem[]; mode: FormMode }) {
  const failed = items.filter(({ status, problem }) => status === 'failed' && problem !== 'refused')
  return (
    <>
      {items.map(
        ({ key, status, problem, reason }, index) =>
          status === 'failed' &&
          problem === 'refused' && (
            <p key={key} className="mt-2 text-sm font-semibold wrap-anywhere text-danger">
              {`Photo ${index + 1} cannot be used: ${reason} Remove it, or the listing goes without.`}
            </p>
          ),
      )}
      {failed.length > 0 && (
        <p className="mt-2 text-sm font-semibold text-danger">
          {failed.length === 1 ? '1 photo is' : `${failed.length} photos are`} not uploaded.{' '}
          {mode === 'create'
            ? 'Retry, or send it with the listing.'
            : `Retry, or the listing ${failed.every(({ url }) => url) ? 'keeps what it was.' : 'goes without.'}`}
        </p>
      )}
    </>
  )
}
