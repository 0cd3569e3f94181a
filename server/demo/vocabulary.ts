import type { Slug } from './goods.ts'

const shipping = [
  'I can send it by waybill to any state, you pay the driver.',
  'Delivery can be arranged at your cost.',
  'Pick up or delivery, whichever is easier for you.',
  'Payment on delivery within my area.',
]
const viewing = [
  'Come and see it before you talk price.',
  'Call or chat before you come, so that I am around.',
  'You are free to inspect with somebody you trust.',
  'Evenings and Saturdays are best for inspection.',
  'Serious buyers only, please.',
  'First to pay takes it.',
  'Chat me here and I will reply quickly.',
  'More pictures on request.',
]
const shop = [
  'We open from nine to six, Monday to Saturday.',
  'Receipt is given for every sale.',
  'Wholesale buyers are welcome.',
  'Seeing is believing, visit our shop.',
  'Stock is limited at this price.',
]

/** Closing sentences of sellers, by category. */
export const closings: Record<Slug, readonly string[]> = {
  'phones-tablets': [
    ...shipping,
    ...viewing,
    'Swap is possible if you add cash.',
    'Three days testing period.',
    'No story after payment, so test it well.',
  ],
  electronics: [
    ...shipping,
    ...viewing,
    ...shop,
    'We will put it on for you to see.',
    'You can test it for as long as you like.',
  ],
  vehicles: [
    ...viewing,
    'Price is slightly negotiable after inspection.',
    'No swap for now.',
    'Agents, please excuse.',
    'Papers can be verified before any payment.',
    'Test drive is free, fuel is on me.',
  ],
  property: [
    ...viewing,
    'Inspection fee does not apply.',
    'Bring your lawyer, the documents are ready.',
    'Video can be sent on request.',
    'Close to market, schools and main road.',
  ],
  fashion: [
    ...shipping,
    ...shop,
    'Nationwide delivery in two to four days.',
    'Exchange is allowed within three days.',
    'Please ask for your size first.',
    'Colours may differ a little from the picture.',
  ],
  furniture: [
    ...viewing,
    'Delivery and fixing can be arranged.',
    'Measurements on request.',
    'Other colours and sizes on order.',
    'We need a van for it, I can recommend one.',
  ],
  books: [
    ...shipping,
    'Discount if you buy two or more.',
    'I also take books in exchange.',
    'Sent by post or with a rider.',
    'Chat me for photos of the pages.',
  ],
  services: [
    'Chat me with your location and I will tell you the exact price.',
    'References from past clients are available.',
    'We agree in writing before work starts.',
    'Part payment is accepted.',
    'Available on weekends too.',
    'Transport outside my LGA is extra.',
    'I keep to time.',
  ],
  kids: [
    ...shipping,
    ...viewing,
    'From a clean home without pets.',
    'Wash before use, as always.',
    'Happy to sell with other baby things that I have.',
  ],
  other: [...shipping, ...viewing, ...shop],
}

/** Review comments, by number of stars; null: stars only. */
export const comments: Record<1 | 2 | 3 | 4 | 5, readonly (string | null)[]> = {
  5: [
    'Exactly as described, and very polite. I will buy again.',
    'Item was clean and he waited for me to test everything. God bless you.',
    'Fast reply, fast delivery. No story.',
    'I was scared to pay online but she sent it the same day. Very honest.',
    'Better than the pictures.',
    'Gave me a fair discount without stress.',
    'Second time buying here. Still the best.',
    'Packed so well that my mother thought it was a gift.',
    'Explained how to use it and even called the next day to check.',
    'Trustworthy. Recommended to all my colleagues.',
    'Correct person. Everything complete with receipt.',
    'Smooth from beginning to end.',
    null,
    null,
    null,
  ],
  4: [
    'Good item. Delivery took a day longer than promised.',
    'Nice seller, traffic made him late but he called ahead.',
    'Small scratch that was not in the picture, but the price was fair.',
    'Everything works. Wish there was more discount.',
    'Good quality, packaging could be better.',
    'Satisfied. Communication was okay.',
    null,
    null,
  ],
  3: [
    'It is fine, but I had to ask many times before an answer.',
    'Average. The colour is not the same as in the picture.',
    'Item okay, location was hard to find.',
    null,
  ],
  2: [
    'I travelled far and the item had been sold already. Please update your posts.',
    'Needed a repair after one week, he paid only half.',
  ],
  1: ['Did not show up for our meeting and stopped replying.'],
}

/** A buyer's question and the seller's answer; null: unanswered. */
export const questions: Record<Slug, readonly (readonly [string, string | null])[]> = {
  'phones-tablets': [
    ['Is everything in the box complete?', 'Yes, complete. You will see it before you pay.'],
    ['Can I swap it with my old phone and add money?', 'Yes. Send me the model and pictures in chat.'],
    ['What is the last price if I come today?', null],
    ['Has it ever been repaired or opened?', 'No, never. You can let your engineer check it.'],
  ],
  electronics: [
    ['Can I test it well before I pay?', 'Of course, take your time. I will put it on for you.'],
    ['Is it the original or a copy, please?', 'Original. You can check the serial number before you pay.'],
    ['Is there a warranty or a testing period?', 'Yes, I write it on the receipt.'],
    ['Do you deliver to Ilorin, and for how much?', null],
  ],
  vehicles: [
    ['Can I come with my own mechanic?', 'Yes, please do. I prefer it that way.'],
    [
      'Is there any fault that I should know about?',
      'Nothing that is not in the description. You can test it.',
    ],
    ['How much is the last price for cash today?', 'Come and look at it first, then we talk.'],
    ['Are you free for an inspection on Saturday?', null],
  ],
  property: [
    ['Can I get the exact address for inspection?', 'Yes, chat me and I will send it with directions.'],
    ['Does the area flood in the rainy season?', 'No, the road is high and the drainage is new.'],
    [
      'Are there any other fees apart from the price?',
      'I will list all of them for you in chat before you come.',
    ],
    ['Can I inspect it on Saturday morning?', null],
  ],
  fashion: [
    ['Do you have it in another colour?', 'Two more colours. I will send you pictures in chat.'],
    ['Is it the same quality as in the picture?', 'Yes, and you can return it if it is not.'],
    ['How long does delivery to Abuja take?', 'Two working days by road.'],
    ['Can I get a discount for ten pieces?', null],
  ],
  furniture: [
    ['Can your people carry it upstairs?', 'Yes, up to the third floor without extra charge.'],
    ['How soon can it be delivered?', 'Within three days in town.'],
    ['Do you deliver to the mainland?', null],
  ],
  books: [
    ['Are all the pages complete and readable?', 'Yes, I checked every page before posting.'],
    ['Can you send it to Jos by post?', 'Yes, it costs about two thousand five hundred.'],
    ['Is this the current edition for this year?', null],
  ],
  services: [
    ['Do you work outside your local government?', 'Yes, only transport is added.'],
    ['Are you available next weekend for a small event?', 'Saturday is taken, Sunday is free.'],
    ['Can I see pictures of your past work?', null],
  ],
  kids: [
    ['Is it safe for a child of one year?', 'Yes, there are no small parts that come off.'],
    ['Have you used it for more than one child?', 'Only one, and for a short time.'],
    ['Is it complete, with nothing missing?', null],
  ],
  other: [
    ['Do you deliver, or must I come with a vehicle?', 'We deliver inside town, outside it we use the park.'],
    ['Is there a reduction if I take five?', 'Yes, chat me and I will give you the wholesale price.'],
    ['Is it still available this week?', null],
  ],
}

/** The author ('B' the buyer, 'S' the seller), the text, and whether it includes a picture or is an offer. */
type Line = readonly ['B' | 'S', string, ('picture' | 'offer')?]

/** Conversations that suit any listing. */
export const conversations: readonly (readonly Line[])[] = [
  [
    ['B', 'Good afternoon. Is it still available?'],
    ['S', 'Good afternoon! Yes, it is still with me.'],
    ['B', 'Please what is the last price? I am in Yaba and can come today.'],
    ['S', 'For today I can remove a little, but come and see the condition first.'],
    ['B', 'Okay. 5 pm at the mall in front of the bank?'],
    ['S', 'That is fine. I will bring the box and the receipt.'],
    ['B', 'Thank you.'],
    ['B', 'Please send me the number of the gate when you are close.'],
  ],
  [
    ['B', 'Hello, can you deliver to Ibadan?'],
    ['S', 'Yes, by the park. It gets there the next morning.'],
    ['B', 'Can I pay half now and half when it arrives?'],
    ['S', 'Let us meet at the park instead. You check it there and then you pay.'],
    ['S', 'My brother is in Ibadan on Saturday. He can bring it along.'],
  ],
  [
    ['B', 'Hi, is the price still negotiable?'],
    ['S', 'Small. What do you have in mind?'],
    ['B', 'Let me think about it and come back to you this evening.'],
    ['S', 'No problem.'],
    ['B', 'Offer:', 'offer'],
  ],
  [
    ['B', 'Good morning. Please can I see one more picture, in daylight?'],
    ['S', 'Good morning. I took this one just now.', 'picture'],
    ['B', 'It looks clean! Any scratch on the back?'],
    ['S', 'One very small one near the edge. You will hardly see it.'],
  ],
  [
    ['B', 'Is the seller around this weekend?'],
    ['S', 'That is me. Saturday after 12, Sunday only in the evening.'],
    ['B', 'Saturday 2 pm then. I will come with my sister.'],
    ['S', 'You are welcome. Call out at the shop with the blue door.'],
    ['B', 'We are here.'],
    ['S', 'Coming out now.'],
    ['B', 'Thank you, everything works well.'],
  ],
  [
    ['B', 'How long have you used it?'],
    ['S', 'One year and two months. I am only selling because I relocate.'],
    ['B', 'And why is it cheaper than the others here?'],
  ],
  [
    ['B', 'Abeg, will you take ten thousand less?'],
    ['S', 'Ah, that one is too far. Bring five thousand less and it is yours.'],
    ['B', 'Deal. Can you keep it for me till Friday?'],
    ['S', 'I can keep it till Friday noon. After that, whoever comes first.'],
  ],
  [
    ['B', 'Hello. Do you have two of them?'],
    ['S', 'Only this one for now.'],
    ['B', 'Okay, tell me when you get another one.'],
    ['S', 'I will write to you here.'],
    ['S', 'A second one may come in next week. Same price.'],
  ],
]

interface DealScript {
  status: 'PROPOSED' | 'ACCEPTED' | 'COMPLETED'
  /** Who proposed it: the buyer (B) or the seller (S). */
  by: 'B' | 'S'
  /** Of the listing's price. */
  share: number
  place: string
  reserves: boolean
  /** The meeting, in days from today at ten in the morning; null: soon after the last message. */
  inDays: number | null
}

/** Deals of conversations, by the index of their script. */
export const deals: Readonly<Partial<Record<number, DealScript>>> = {
  0: {
    status: 'PROPOSED',
    by: 'B',
    share: 0.95,
    place: 'In front of the bank at the mall',
    reserves: false,
    inDays: 1,
  },
  3: { status: 'ACCEPTED', by: 'B', share: 1, place: 'Inside a shopping mall', reserves: false, inDays: 2 },
  4: {
    status: 'COMPLETED',
    by: 'B',
    share: 1,
    place: 'The shop with the blue door',
    reserves: false,
    inDays: null,
  },
  6: {
    status: 'ACCEPTED',
    by: 'S',
    share: 0.97,
    place: 'In front of the police station',
    reserves: true,
    inDays: 3,
  },
}

/** What the two of a completed deal write about each other. */
export const afterDeal = {
  ofSeller: { stars: 5, comment: 'Exactly as in the pictures. We tested everything before I paid.' },
  ofBuyer: { stars: 5, comment: 'Came on time and paid the agreed price. Good buyer.' },
} as const
