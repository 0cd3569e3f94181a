import { imitationOf } from '#shared/imitated-sites.ts'
import { parseUrl } from '#shared/same-origin.ts'
import { useOrigin } from '#web/lib/page-context.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { Article } from '#web/ui/article.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const advice = {
  oja: 'Oja has one address. We never ask for a password, a code, a card or a payment on another website.',
  bank: 'Your bank asks for no card number, PIN or code behind a link in a chat. To pay or to check, open your bank’s own app.',
  courier:
    'A real courier is paid at your door or at their counter, not on a page that a stranger sends. Call them on the number from their own website.',
}

/**
 * /link-warning?to=…: where links in a chat lead that pass for Oja, a bank or a courier. Names the address as text; nothing here
 * leads there.
 */
export function Page() {
  const to = new URLSearchParams(useSearch()).get('to') ?? ''
  const origin = useOrigin()
  const url = /^https?:\/\//i.test(to) ? parseUrl(to) : null
  const imitation = imitationOf(to, origin)
  return (
    <>
      <PageHead title="We stopped this link" />
      <Article
        title="We stopped this link"
        intro={
          imitation
            ? `Its address looks like ${imitation.name}, but it is not.`
            : 'Links in a chat can lead to false pages.'
        }
      >
        {url && (
          <p className="rounded-card border border-line bg-sunken p-4 [overflow-wrap:anywhere]">
            <span className="text-muted">{`${url.protocol}//`}</span>
            <strong className="text-lg">{url.host}</strong>
            <span className="text-muted">{(url.pathname + url.search).slice(0, 200)}</span>
          </p>
        )}
        <p>
          <a
            href={paths.chat}
            className="button"
            onClick={(event) => {
              if (history.length < 2) return
              event.preventDefault()
              history.back()
            }}
          >
            Go back
          </a>
        </p>
        <h2>What to do</h2>
        <ul>
          <li>{imitation ? advice[imitation.kind] : advice.oja}</li>
          <li>Do not type the address in yourself either.</li>
          <li>
            If you entered something there already, call your bank now and change your password on Oja. If
            money left your account, every minute counts.
          </li>
          <li>Report the person: the menu at the top of the conversation has “Report user”.</li>
        </ul>
      </Article>
    </>
  )
}
