import { limits, PRODUCT_NAME } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { Article } from '#web/ui/article.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SupportLink } from '#web/ui/support-link.tsx'

const topics = [
  {
    title: 'Report a listing or a person',
    subject: 'Report',
    text: 'Add the address of the page, and what is wrong.',
  },
  {
    title: 'Trouble with your account',
    subject: 'My account',
    text: 'Write from the e-mail address of the account.',
  },
  {
    title: 'Something does not work',
    subject: 'A fault',
    text: 'Say which page, which phone, and what happened.',
  },
  { title: 'Everything else', subject: 'A question', text: 'Ideas, press, praise: we read it all.' },
]

/** /contact: frequent questions, and how to reach support. */
export function Page() {
  return (
    <>
      <PageHead
        title="Contact"
        description="How to reach the people behind Oja, and quick answers to common questions."
        canonical={paths.contact}
      />
      <Article
        title="Contact"
        intro="Perhaps the answer is already here. If not, write to us: people read it."
      >
        <h2>Quick answers</h2>
        <ul>
          <li>
            <strong>No code in my inbox.</strong> Look in the spam folder, then ask for another code after a
            minute. A code is good for {limits.code.lifetime / 60} minutes.
          </li>
          <li>
            <strong>I forgot my password.</strong> <a href={paths.forgotPassword}>Choose a new one</a> with a
            code sent to your e-mail address.
          </li>
          <li>
            <strong>My item is sold.</strong> Open <a href={paths.myListings}>My Listings</a> and press “Mark
            sold” at the listing.
          </li>
          <li>
            <strong>I was cheated.</strong> Follow the steps on our <a href={paths.safety}>safety page</a>{' '}
            first, then write to us.
          </li>
        </ul>
        <h2>Write to us</h2>
        <p>
          Our address is <SupportLink className="link" />. What is it about?
        </p>
        <div className="mt-4 grid gap-3 sm:grid-cols-2">
          {topics.map(({ title, subject, text }) => (
            <SupportLink
              key={subject}
              subject={`${PRODUCT_NAME}: ${subject}`}
              className="card block p-4 leading-normal hover:border-brand"
            >
              <span className="font-bold">{title}</span>
              <span className="mt-1 block text-sm text-muted">{text}</span>
            </SupportLink>
          ))}
        </div>
      </Article>
    </>
  )
}
