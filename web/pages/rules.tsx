import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { decisionsPath, type RuleId, rules, rulesPath } from '#shared/rules.ts'
import { Article } from '#web/ui/article.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

interface Details {
  allowed: ReactNode
  banned: ReactNode
  follows: ReactNode
}

const hidden = 'The listing is hidden until it is put right.'
const deleted = 'The listing is deleted. Who does it again loses the account.'

const details: Record<RuleId, Details> = {
  prohibited: {
    allowed:
      'Everyday goods, new or used, and services that you may offer. Medicines with a NAFDAC number, from a licensed seller.',
    banned:
      'Weapons, ammunition and explosives. Drugs, prescription medicines, and medicines without a NAFDAC number. Counterfeit or smuggled goods. Protected animals. People, organs, sexual services and pornography. Identity papers, SIM cards registered to others, bank accounts, data of other people.',
    follows: deleted,
  },
  fraud: {
    allowed:
      'Asking the price you want. Agreeing on a transfer when you meet. A waybill with a carrier that both know.',
    banned:
      'Goods that you do not have. Fake alerts. Asking for a deposit, an inspection fee or a rider’s fee before the buyer saw the item. Asking for a PIN, a BVN or a code. Speaking as Oja, a bank, a courier or the police. Money doubling and loans against a fee.',
    follows: 'The account is closed, and its listings with it. We help the police where the law asks us to.',
  },
  stolen: {
    allowed:
      'Used things with their receipt, or that you can show to be yours. Selling for somebody who asked you to.',
    banned:
      'Stolen phones, vehicles and parts. Devices that are locked to somebody else. Serial numbers or IMEIs that were removed.',
    follows: deleted,
  },
  copied: {
    allowed:
      'Photos that you took of the very item. The maker’s picture beside them, if the listing says so.',
    banned:
      'Photos of another seller’s item. Texts copied from another listing. Photos from elsewhere passed off as the item.',
    follows: `${hidden} Copied photos with a price that is too good count as fraud.`,
  },
  'wrong-place': {
    allowed: 'The category that fits best, when two fit. The place where the item can be seen.',
    banned: 'A phone among the vehicles to be seen by more people. A state in which the item is not.',
    follows: hidden,
  },
  duplicate: {
    allowed: 'One listing with the number that you have. Posting again after the first one is gone.',
    banned: 'The same item in several listings, categories or states. A second account for the same goods.',
    follows: 'One listing stays, the others are hidden.',
  },
  'contact-in-text': {
    allowed: `Exchanging numbers in the chat, when both want to. Keep the agreement on ${PRODUCT_NAME}: it is your proof.`,
    banned:
      'Phone numbers, e-mail addresses, links and account numbers in a title, a description or a photo.',
    follows: hidden,
  },
  abuse: {
    allowed: 'Bargaining hard. Saying no. An honest review, a bad one included.',
    banned:
      'Insults, threats, sexual advances. Contempt for somebody’s tribe, faith, sex or disability. Publishing somebody’s address, number or pictures. Reviews that were bought or forced.',
    follows: 'The text is removed. Threats, and insults after a warning, cost the account.',
  },
  spam: {
    allowed: 'Asking several sellers about the thing that you want to buy.',
    banned:
      'One text to many people. Advertising in questions, chats and reviews. Listings that offer nothing.',
    follows: 'Messages wait until our moderators have looked at them. Who goes on loses the account.',
  },
  other: {
    allowed: 'All that harms nobody and that the law allows.',
    banned: 'What harms people or the market and stands in no rule above. The notice says what it was.',
    follows: 'It depends on the harm. You get a mail with the reason, and can appeal.',
  },
}

/** /rules: each rule with an anchor, which notices and mails link to. */
export function Page() {
  return (
    <>
      <PageHead
        title="Rules of the market"
        description="What you may and may not do on Oja, what happens to people who break a rule, and how to appeal."
        canonical={rulesPath}
      />
      <Article
        title="Rules of the market"
        intro="What is fine, what is not, and what happens then. Every notice from our moderators names the rule."
      >
        {rules.map(({ id, title, text }) => (
          <section key={id} aria-labelledby={id} className="mt-9 first:mt-0">
            <h2 id={id}>{title}</h2>
            <p>{text}</p>
            <ul>
              <li>
                <strong>Fine:</strong> {details[id].allowed}
              </li>
              <li>
                <strong>Not allowed:</strong> {details[id].banned}
              </li>
              <li>
                <strong>What happens:</strong> {details[id].follows}
              </li>
            </ul>
          </section>
        ))}
        <h2 id="appeal">How we decide, and how to appeal</h2>
        <ul>
          <li>
            A person decides, not a program. Programs only hold a listing or message back until a person has
            looked at it.
          </li>
          <li>You get a mail that says what was done, why, and by which rule.</li>
          <li>
            You can <a href={decisionsPath}>appeal</a> each decision once, in your own words. Where there are
            two administrators, the other one decides.
          </li>
          <li>
            You get the outcome and its reason. If the decision was wrong, we take it back, and your listing
            gets back the time that it lost.
          </li>
          <li>
            If you reported something, you get a mail with the outcome.{' '}
            <a href="/transparency">Our numbers</a> show how often we act, and how often we were wrong.
          </li>
        </ul>
      </Article>
    </>
  )
}
