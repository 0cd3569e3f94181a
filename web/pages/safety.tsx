import { PRODUCT_NAME } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { Article } from '#web/ui/article.tsx'
import { OjaMark } from '#web/ui/oja-mark.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** /safety: how to meet, check, pay, and recognise a scam. */
export function Page() {
  return (
    <>
      <PageHead
        title="Safety tips"
        description="Meet in public, check before you pay, and know the tricks: how to buy and sell safely in Nigeria."
        canonical={paths.safety}
      />
      <Article
        title="Safety tips"
        intro="Nearly all trades go well. These habits keep yours among them, whether you buy or sell."
      >
        <h2>The four rules</h2>
        <ol>
          <li>
            <strong>Meet in a safe public place</strong>, in daylight: a bank hall, a shopping mall, a busy
            filling station. Take somebody along for anything costly.
          </li>
          <li>
            <strong>Check the item before payment.</strong> Switch it on, compare the serial number, open
            every pocket.
          </li>
          <li>
            <strong>Pay only after receiving the item.</strong> No deposit to “hold” it, no “delivery fee” in
            advance.
          </li>
          <li>
            <strong>Do not share sensitive financial information.</strong> Nobody needs your PIN, your BVN,
            your card’s CVV or a code from your bank to buy from you.
          </li>
        </ol>
        <h2 id="pay">Safe ways to pay</h2>
        <ul>
          <li>
            <strong>When you meet:</strong> cash, or a transfer that you make while the other watches. Both
            look at their own bank’s app before the item changes hands.
          </li>
          <li>
            <strong>Delivered in your town:</strong> pay the rider at the door, after you have opened the
            parcel.
          </li>
          <li>
            <strong>Waybill from another town:</strong> only from a shop that you know or can have somebody
            visit. Ask for a video call with the item, and pay the park when you collect it.
          </li>
          <li>Pay only into an account in the name of the person or the registered shop you deal with.</li>
          <li>Never with gift cards, airtime or crypto, and never through a link that came in a chat.</li>
        </ul>
        <h2>When you buy</h2>
        <ul>
          <li>A price far below all others is a warning, not a bargain.</li>
          <li>
            <strong>Phones:</strong> dial *#06# and compare the IMEI with the box, and type it at “Check this
            phone” on the listing: you read whether it is the seller’s phone, and whether it is reported
            stolen. Make sure that the account lock (iCloud or Google) is off. Try a call, the cameras and the
            charging port.
          </li>
          <li>
            <strong>Cars:</strong> see the papers and the chassis number, bring a mechanic, and check the
            customs papers.
          </li>
          <li>
            <strong>Houses and land:</strong> visit in person, never pay to “inspect”, and let a lawyer search
            the title at the land registry before any money moves.
          </li>
        </ul>
        <h2>When you sell</h2>
        <ul>
          <li>
            <strong>A text message is not money.</strong> Fake transfer alerts are common. Open your bank’s
            own app and see the money in your balance before you hand anything over.
          </li>
          <li>Count cash in a bank hall if you can, and have large notes checked there.</li>
          <li>Refuse anyone who pays “too much by mistake” and wants the difference back.</li>
          <li>Do not let anyone take the item “to show my brother” while you wait.</li>
        </ul>
        <h2>Tricks to know</h2>
        <ul>
          <li>Somebody hurries you: “another buyer is on the way, pay now”.</li>
          <li>Somebody sends a link to a “payment page”, or a form that asks for your card.</li>
          <li>
            Somebody asks for the code that just came to your phone. With it they take over your account.
          </li>
          <li>
            Somebody says they work for {PRODUCT_NAME}. We never ask for your password, a code or a payment.
          </li>
        </ul>
        <h2 id="from-oja">How to know a message from {PRODUCT_NAME}</h2>
        <ul>
          <li>
            <strong>In the app</strong> this mark stands beside what we say: <OjaMark /> Only we can put it. A
            name, a picture or a tick in a text proves nothing: names here take no ticks and no badges, and
            nobody can call themselves “{PRODUCT_NAME} Support”.
          </li>
          <li>
            <strong>In a chat</strong> somebody of ours has “Works for {PRODUCT_NAME}” below their name, with
            the same mark. Who says so without it does not.
          </li>
          <li>
            <strong>By mail</strong> we write from the address that brought the code when you registered, and
            our links lead to the address of this page. In doubt, open {PRODUCT_NAME} yourself: what matters
            stands there too.
          </li>
          <li>
            We never ask for your password, a code, your PIN or BVN, or money: not in the app, by mail, by
            text message, by phone or on WhatsApp.
          </li>
        </ul>
        <h2>If something went wrong</h2>
        <ol>
          <li>In danger, call 112, the national emergency number.</li>
          <li>If money moved, call your bank at once and ask them to block it. Every minute counts.</li>
          <li>Keep messages, account numbers and photos. Report it at the nearest police station.</li>
          <li>
            Your phone was stolen? <a href={paths.stolenPhone}>Report its IMEI</a>, so that nobody can sell it
            here.
          </li>
          <li>
            <a href={paths.contact}>Tell us</a>, with the address of the listing, so that we can take it down
            before somebody else is cheated.
          </li>
        </ol>
      </Article>
    </>
  )
}
