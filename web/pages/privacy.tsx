import { bases, type Kept } from '#shared/data-kept/kept.ts'
import { keptGroups, timeOf } from '#shared/data-kept.ts'
import { limits } from '#shared/limits.ts'
import { decisionsPath } from '#shared/rules.ts'
import { thresholds } from '#shared/thresholds.ts'
import { paths } from '#web/lib/paths.ts'
import { Article } from '#web/ui/article.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SupportLink } from '#web/ui/support-link.tsx'

/** /privacy: the stored personal data, why, and people's rights. */
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
        <h2>What we keep, in short</h2>
        <ul>
          <li>
            <strong>Your account:</strong> name, username, e-mail address, phone number, and your password in
            a form that cannot be turned back into it.
          </li>
          <li>
            <strong>Your listings:</strong> words, price, state and LGA, photos. Photos are re-encoded when
            you upload them; the place and the device that a phone writes into them are dropped. To find
            copied photos we compare a short code of each; it goes when the photo goes.
          </li>
          <li>
            <strong>Numbers of phones (IMEI)</strong> that you enter for a listing or report as stolen:
            encrypted, and shown to nobody but by their last four digits. What a buyer types to check a phone
            is not kept. Of a stolen phone we keep your photo and words until you withdraw the report.
          </li>
          <li>
            <strong>Your visits:</strong> where you are logged in, and for a listing’s view counter a mark
            that cannot be traced to you once its key is deleted, soon after the day ends.
          </li>
          <li>
            <strong>Not where you are:</strong> if you press “Use my position”, your browser rounds it to
            about 5 km. It is part of the search’s address on your device; we answer the search and keep
            nothing of it.
          </li>
        </ul>
        <h2 id="kept">Everything we keep, why, and how long</h2>
        <p>
          This list is complete: it is made of the same table against which we test our database, your
          download and the deletion of an account.
        </p>
        {Object.entries(keptGroups).map(([title, tables]) => (
          <details key={title} className="card mt-3">
            <summary className="px-4 py-2.5 font-semibold">{title}</summary>
            <ul className="px-4 pb-1">
              {Object.entries(tables).map(([table, kept]) => (
                <li key={table} className="ml-5">
                  <KeptItem kept={kept} />
                </li>
              ))}
            </ul>
          </details>
        ))}
        <p>
          Besides the database there are the pictures themselves, which go with what shows them; mails and
          text messages on their way, which go when they are sent or after 14 days; logs with IP addresses,
          for 30 days; and backups, for 14 days, from which deleted data goes with the last one that has it.
        </p>
        <h2>Who sees what</h2>
        <ul>
          <li>
            Everybody: your name, username and picture, what you write about yourself, your state and LGA,
            since when you are here, your listings that are active or sold, the questions, answers and reviews
            that you write and get, and what “Who is this?” shows of you.
          </li>
          <li>Only you and our administrators: your e-mail address.</li>
          <li>
            You and the people you write to: your messages. Our administrators see messages that wait for
            review, the beginning of messages that several people were warned about, the words that led to a
            warning if their writer is reported, and the last few of a conversation in which one of you
            reported the other.
          </li>
          <li>Nobody on the site: your phone number and your password.</li>
        </ul>
        <p>
          A program of ours looks for tricks in chat messages and warns the person who may be cheated. It runs
          on our own servers, and no text leaves them. About an account people decide, never the program
          alone.
        </p>
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
          Your personal data is erased {limits.deletionGrace} days after you ask for the deletion: your
          details, pictures and favorites are deleted, and messages and reviews that you wrote stay with those
          who got them, as a “Former member”’s. A conversation goes when both of you have. A deleted listing
          leaves the public pages at once; a copy is kept, out of sight, for{' '}
          {thresholds.retention.deletedListing} days, for disputes and fraud cases. A phone’s number goes with
          its listing; if the phone was sold, a code of the number that leads to nobody stays for{' '}
          {thresholds.soldPhoneDays} days, so that the next buyer learns that it was sold here.
        </p>
        <h2>On your device</h2>
        <p>
          Cookies: one that keeps you logged in, those that remember a light or dark theme and data saver if
          you choose them, and for a day after you register one that tells whose code is awaited. Others, as
          short, belong to a second step, a new password, or what you just changed; one of 400 days says that
          you logged in with this browser before.
        </p>
        <p>
          Your browser also keeps drafts, messages that were not sent yet, and pages for reading without a
          network. They stay on your device, and logging out removes what is yours. All of this is ours and
          needed for what you do; none follows you elsewhere.
        </p>
        <h2>Where we ask you, and where not</h2>
        <p>
          We send no advertising, and sell or rent nothing, so there is nothing of that kind to agree to.
          Codes, warnings about your account and decisions come always; every other mail you turn off in your
          settings, or by the link in it. Your browser asks you before it lets us use your camera or photos.
        </p>
        <h2>Who works for us</h2>
        <p>
          Companies that run our servers, keep our pictures and backups, and deliver our mails and text
          messages. They get what that needs, use it for nothing else, and are bound by a contract. Write to
          us for their present names and countries.
        </p>
        <h2>Who looked at your account</h2>
        <p>
          When an administrator reads something of yours that others cannot see, that is recorded before it is
          shown to them. You find each such day in your <a href={`${paths.settings}#accesses`}>settings</a>.
        </p>
        <h2>If something leaks</h2>
        <p>
          We close the hole, tell the Nigeria Data Protection Commission within 72 hours where people may be
          harmed, and tell you at once, by mail and in plain words, what was taken and what to do.
        </p>
        <h2 id="rights">Your rights</h2>
        <p>
          The law gives you these, free of charge. Most you do yourself in your{' '}
          <a href={paths.settings}>settings</a>.
        </p>
        <ul>
          <li>
            <strong>See and take it:</strong> “Download my data” gives you a copy at once, which programs can
            read too.
          </li>
          <li>
            <strong>Correct it:</strong> change your details and listings.
          </li>
          <li>
            <strong>Delete it:</strong> delete listings and pictures, or the account.
          </li>
          <li>
            <strong>Object</strong> to a use that rests on legitimate interest, or have it held while we look
            at it, and <strong>withdraw a consent</strong>: write to us.
          </li>
          <li>
            <strong>A person decides:</strong> programs hold things for review; people decide, and you can{' '}
            <a href={decisionsPath}>appeal</a>.
          </li>
          <li>
            <strong>Complain</strong> to the Nigeria Data Protection Commission (NDPC), ndpc.gov.ng, whether
            or not you wrote to us first.
          </li>
        </ul>
        <p>
          Write to <SupportLink className="link" /> from the address of your account; we answer within 30
          days.
        </p>
      </Article>
    </>
  )
}

function KeptItem({ kept }: { kept: Kept }) {
  const { what, why, basis = 'contract', file } = kept
  return (
    <>
      <strong>{what}</strong>: {why}; {bases[basis]}. Kept {timeOf(kept)}. {file && 'In your download.'}
    </>
  )
}
