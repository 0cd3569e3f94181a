import { Link } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { Article } from '#web/ui/article.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SupportLink } from '#web/ui/support-link.tsx'

/** /privacy: what is kept of people, why, and their rights. */
export function Page() {
  return (
    <>
      <PageHead
        title="Privacy"
        description="What Oja keeps about you, who sees it, and your rights under the Nigeria Data Protection Act."
        canonical={paths.privacy}
      />
      <Article
        title="Privacy"
        intro="What we keep about you, why, who sees it, and what you can ask of us under the Nigeria Data Protection Act 2023 (NDPA)."
      >
        <h2>What we keep</h2>
        <ul>
          <li>
            <strong>Your account:</strong> name, username, e-mail address, phone number, and your password in
            a form that cannot be turned back into it.
          </li>
          <li>
            <strong>Your listings:</strong> words, price, state and LGA, photos. Photos are made anew when you
            upload them; the place and the device that a phone writes into them are dropped.
          </li>
          <li>
            <strong>Your visits:</strong> which sessions of yours are signed in, and for a listing’s view
            counter a mark that changes each day and cannot be traced to you.
          </li>
        </ul>
        <h2>Who sees what</h2>
        <ul>
          <li>Everybody: your name, picture, member-since date and active listings.</li>
          <li>Only you and our administrators: your e-mail address.</li>
          <li>You and whom you write to: your messages. Our administrators see one that waits for them.</li>
          <li>Nobody on the site: your phone number and your password.</li>
        </ul>
        <p>We do not sell data, and there are no advertising or tracking scripts on our pages.</p>
        <h2>Why we may</h2>
        <p>
          We need the account and the listings to do what you ask us to do (contract). We keep records against
          fraud and attacks because a market has to be safe (legitimate interest), and hand over data where
          the law obliges us to.
        </p>
        <h2>How long</h2>
        <p>
          As long as your account exists; what you typed to register for a day, unless you enter the code.
          Thirty days after you ask for its deletion it is made nameless: your details, pictures and favorites
          are deleted, and messages and reviews that you wrote stay with those who got them, as a “Deleted
          user”’s. A deleted listing leaves the public pages at once; a copy is kept, out of sight, as long as
          disputes and fraud cases may need it.
        </p>
        <h2>Cookies</h2>
        <p>
          One that keeps you signed in, one that remembers a light or dark theme if you choose one, and for a
          day after you register one that tells whose code is awaited. All are ours, and none follows you
          elsewhere.
        </p>
        <h2>Your rights</h2>
        <p>
          You may see what we keep about you, have it corrected or deleted, receive a copy, object to a use,
          and withdraw a consent. Most of it you do yourself in your{' '}
          <Link href={paths.settings} className="link">
            settings
          </Link>
          : change your details, download your data, delete your account. For the rest write to{' '}
          <SupportLink className="link" /> from the address of your account; we answer within 30 days. If you
          are not content with our answer you may complain to the Nigeria Data Protection Commission (NDPC).
        </p>
      </Article>
    </>
  )
}
