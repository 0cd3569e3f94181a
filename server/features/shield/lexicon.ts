/**
 * Classes of words in English, Nigerian English and Pidgin, by which phrases are written (`@pay`) and which are features
 * of their own, in pairs: so "remit the levy" counts like "send the fee" although nobody wrote it in the training data.
 */
export const lexicon = {
  pay: 'pay send transfer drop deposit remit credit forward settle wire fund trf tf tranfer paying sending transferring depositing remitting payment payments pays sends sub bring find arrange put cover part',
  transfer: 'transfer send remit wire deposit trf credit pay drop forward',
  paid: 'paid sent transferred deposited credited debited transfered remitted wired made completed done don settled issued',
  money:
    '<amount> money cash naira fund funds half payment deposit balance kobo sum bill owo kudi ego something small token percent change amount price cheque',
  amount: '<amount>',
  fee: 'fee fees charge charges levy levies tax vat duty clearance insurance stamp permit ticket tariff toll demurrage form waybill fuel fare handling processing activation registration commitment booking reservation mobilisation mobilization logistics packaging gate caution verification inspection consultation surcharge dispatch delivery shipping transport tfare transportation customs storage security legal agreement agency release bond',
  charge:
    'fee fees charge charges levy levies tax vat duty insurance stamp permit ticket tariff demurrage clearance surcharge form',
  refundable:
    'refundable refund refunded returnable deduct deducted deductible remove removed minus subtract reimburse reimbursed',
  rider:
    'rider riders dispatch despatch courier couriers driver logistics okada bike bikeman carrier haulage mover movers cargo shipper agent agents transporter park airport van truck',
  before: 'before b4 first upfront front advance ahead prior until unless',
  see: 'see view inspect inspection check checking look viewing test collect visit meet inspecting viewings physical sight verify confirm tour',
  come: 'come reach arrive arrives arrival get pick pickup land drive coming reaching arriving',
  give: 'release give handover hand deliver dispatch ship load send releasing gave waybill drop package move surrender',
  goods:
    'goods good phone item items product package parcel laptop car load keys key tv market fridge generator gen bag sofa machine bike property house flat it am thing things order consignment box one',
  account: 'account acct aza accounts accountnumber iban <account>',
  kin: 'brother sister wife husband cousin uncle aunt aunty auntie madam boss oga friend mother father mum mom mummy dad daddy manager partner secretary accountant colleague pastor nephew niece driver fiancee fiance girlfriend boyfriend cashier son daughter brothers sisters wifes husbands cousins uncles friends mothers fathers bosses company inlaw apprentice boy assistant associate landlord tenant neighbour neighbor church cooperative pos shop director client lawyer roommate',
  alert:
    'alert alerts debit debited receipt screenshot proof sms slip teller evidence confirmation advice notification',
  delay:
    'network delay delays delayed delaying pending processing reflect reflects reflected reflecting hang hanging slow downtime queue nibss hours later server hold drop enter show clear clearing floating weekend',
  bank: 'bank banks banking app',
  code: 'otp otps code codes pin pins bvn nin cvv password passcode token digits digit figures ussd secret login passwords number numbers',
  secret: 'otp otps pin pins bvn nin cvv password passcode cvc atm',
  card: 'card cards atm',
  cardfacts: 'card atm expiry expiration cvv cvc front back mmyy',
  link: '<link> link links website site page portal url form webpage',
  tap: 'click tap open visit fill login enter use follow press submit complete confirm verify go',
  oja: 'oja 0ja ojas',
  office:
    'support team admin administrator care desk officer moderator verification compliance security department staff helpdesk management office unit service representative agent official operations safety trust escrow billing accounts customer',
  escrow:
    'escrow escrows protection guarantee holding middleman neutral vault safekeeping secure securepay safepay protected custody',
  police:
    'police efcc customs custom dss icpc army court inspector sergeant officer cbn nitel frsc ndlea interpol immigration cac barrister detective investigator sgt asp csp dsp squad station cid fbi soldier nafdac son vio task military naval navy magistrate bailiff lawyer investigation superintendent constable corporal commissioner firs lirs nitda ncc nimc',
  arrest:
    'arrest arrested stolen warrant case charged criminal prosecute investigation invite invited petition summon bail fine impound impounded seized seize blocked detain jail suspect theft frozen freeze',
  gift: 'itunes steam amazon giftcard giftcards razer gift vanilla sephora ebay voucher vouchers',
  giftcard: 'itunes steam giftcard giftcards razer vanilla voucher vouchers',
  crypto:
    'bitcoin btc usdt crypto tether ethereum binance trc20 cryptocurrency usdc eth bnb trx solana stablecoin coins coin blockchain bybit',
  invest:
    'invest investment investing profit returns double doubled roi forex trading capital passive portfolio multiply stake staking shares dividend ponzi investors investor pool',
  job: 'job jobs vacancy hiring recruit recruiting recruitment salary earn earning earnings employment remote employer interview hire position work workers staff training reps marketer marketers commission tasks task',
  hurry:
    'urgent urgently hurry fast quick quickly today immediately asap sharp minutes minute mins hour hrs expire expires expired expiring deadline last tonight midnight instantly before now soon jare quick timer noon evening',
  others:
    'another others someone somebody people person buyers buyer customers customer bidder offers dealer dealers',
  threat:
    'lose loose suspended suspend blocked block closed close deactivated deactivate banned cancel cancelled forfeit forfeited delete deleted restricted restriction flagged removed limited penalty terminate terminated',
  chatapp:
    'whatsapp telegram signal whatsap watsapp instagram ig facebook messenger imo botim wechat viber gmail email snapchat wa tg discord wassap watsap wats zapp skype',
  away: 'abroad overseas canada uk usa london america dubai germany ghana cotonou travelling traveling travelled traveled travel offshore rig platform deployed posting airport relocating relocated relocate japa transferred outside country texas houston toronto ireland barracks hospital admission camp',
  agree: 'instead outside off away rather directly private privately direct here',
  now: 'now today immediately asap sharp tonight quick fast',
  remain:
    'balance rest remaining remainder extra excess difference surplus overpaid overpayment change over mistakenly mistake error additional more',
  back: 'back return refund reverse returned sendback remit transfer send forward give pass',
  hold: 'hold reserve lock keep secure book reserved block guarantee retain',
  none: 'no not never dont cant wont didnt isnt neva nor aint cannot wouldnt shouldnt doesnt havent without avoid refuse stop',
  safe: 'shop store market office junction gate counter mall public station filling church mosque park roundabout mechanic',
  door: 'door doorstep house gate arrival delivery doorway',
  after: 'after once when until till then finish satisfied',
  trust:
    'trust trusted legit genuine honest god swear promise scammer fraudster believe bible quran guarantee worry rest fear assured assure',
  approve:
    'approve approved confirm confirmation verify verified verification activate activation validate validation upgrade release unlock claim receive accept accepted authenticate link update',
  wallet: 'wallet address',
  meet: 'meet junction mall public station shop office together',
  town: 'lagos abuja kano ibadan benin enugu aba onitsha owerri jos kaduna warri asaba uyo calabar ilorin akure abeokuta ikeja lekki yaba surulere ajah ikorodu festac ojota oshodi agege alaba ladipo mushin ojuelegba apapa berger magodo gbagada maryland allen ogba isolo egbeda iyana ipaja wuse garki kubwa nyanya gwarinpa lugbe karu maitama asokoro jabi utako kuje makurdi lokoja minna sokoto maiduguri bauchi yola katsina zaria nsukka umuahia nnewi awka abakaliki yenagoa osogbo ife ondo ekiti ado sagamu ijebu ota mowe sango balogun tejuosho trade fair village rumuokoro rumuola ph port harcourt sabo bodija dugbe challenge mokola ekpoma auchi sapele ughelli',
  near: 'opposite beside behind near inside under after close front gate junction roundabout busstop stop filling station bridge park plaza mall market shop store stall street road line school church mosque stadium library kiosk roundabout hostel faculty campus workshop showroom',
  bargain:
    'last final price reduce discount add cheaper expensive high low offer budget bring less off haggle worth',
  tryout:
    'test try ride drive play check plug charge measure fit wear open inspect feel smell taste switch count snap see',
  state:
    'clean neat new used faulty good bad scratch scratches crack cracked working works original fresh sharp strong condition warranty carton box pack nylon sealed nigerian foreign tokunbo',
  size: 'size inch inches litre litres kg yard yards plates feet meter metres colour color black white blue red grey gold brown green wine small medium large big',
  thanks: 'thanks thank bless congratulations congrats welcome lol haha hahaha sorry',
  excuse:
    'rule rules policy procedure system systems process processes protocol law standard normal normally usual company terms requirement compulsory mandatory formality everybody everyone all guideline setup trial',
  paper:
    'form slip voucher invoice badge tag ticket number file card certificate pass permit receipt registration id kit uniform slot seat list portal record',
  instrument:
    'cheque draft mandate batch schedule voucher lodgement teller corporate ledger ussd company committee treasurer finance department unit foundation order',
  waits:
    'waiting waits wait stuck held stopped hold delay queue standing outside downstairs gate hour moving leaving leaves loads loading close closes',
} satisfies Record<string, string>

/** Words whose results are kept: people use the same few thousand. */
const mostCached = 10_000

/** A function of a word that keeps its results. */
export function cachedByWord<Result>(of: (word: string) => Result): (word: string) => Result {
  const known = new Map<string, Result>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const result = of(word)
    if (known.size >= mostCached) known.clear()
    known.set(word, result)
    return result
  }
}

/** Short forms of chats, by the word that they stand for. */
export const shortForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    please: 'pls plz abeg biko jowo ejo pleas plss plx kindly',
    you: 'u yu ya',
    your: 'ur yor',
    are: 'r',
    to: 'too',
    before: 'b4 bfor befor bifor bf4 bef4',
    the: 'd de da',
    this: 'dis diz',
    that: 'dat',
    them: 'dem',
    there: 'dere',
    with: 'wit wiv',
    account: 'acct acc aza acnt accnt acount akant',
    transfer: 'trf tf tranfer transfa transfar tfer trnsfr transfr',
    message: 'msg mesage',
    because: 'bcos cos cuz bcoz becos bcs',
    when: 'wen',
    what: 'wat wetin',
    have: 'hv av hav',
    will: 'wil wl',
    now: 'nw kia kiakia',
    number: 'num nos nmbr numba',
    balance: 'bal',
    payment: 'paymnt pymt pament pymnt payement',
    money: 'moni mony doe dough kudi ego owo',
    whats: 'wats watz wts',
    phone: 'fone fon phne',
    give: 'gv giv gif',
    brother: 'broda brada bro',
    sister: 'sista sis',
    another: 'anoda anoder anada',
    other: 'oda oder',
    and: 'nd',
    whatsapp: 'wassap watsap watsapp whatsap whatapp wasap wtsapp wapp wazap',
    delivery: 'delivry delivary',
    receive: 'recieve recive',
    receipt: 'reciept recept receit',
    never: 'neva nvr nva',
    dont: 'dnt donot',
    cant: 'cnt cannot',
    not: 'nt',
    just: 'jst jus',
    send: 'snd sendam',
    pay: 'pai',
    come: 'cum cme',
    people: 'pple ppl pipo',
    someone: 'sm1 some1',
    today: '2day tday',
    tomorrow: 'tmr tmrw 2moro tomoro tmrow tomorow tmoro',
    first: '1st fess',
    network: 'netwrk ntwk',
    customer: 'custormer costumer customa',
    small: 'smal',
    rider: 'ryder',
    commitment: 'commitmnt',
  }).flatMap(([word, forms]) => forms.split(' ').map((form) => [form, word] as const)),
)

/** Further words that phrases need, so that a slip in them is put right. */
const more = `bitcoin customer customers support official verify verification password telegram inspection agreement
  commitment refundable insurance clearance reserve screenshot transaction processing reflect reflected account delivery`

/** Right spellings of words that signals depend on. */
class Spellings {
  readonly #words = new Set<string>()
  /** Words with one letter left out. */
  readonly #short = new Map<string, string>()

  constructor(words: Iterable<string>) {
    for (const word of words) {
      this.#words.add(word)
      if (word.length >= shortest)
        for (let index = 1; index < word.length; index += 1)
          this.#short.set(word.slice(0, index) + word.slice(index + 1), word)
    }
  }

  has(word: string): boolean {
    return this.#words.has(word)
  }

  /** The known word from which `word` differs by one missing, doubled or added letter, or two that changed places. */
  correct(word: string): string {
    if (word.length < shortest || word.length > 16 || this.#words.has(word)) return word
    const longer = this.#short.get(word)
    if (longer !== undefined) return longer
    for (let index = 1; index < word.length; index += 1) {
      const without = word.slice(0, index) + word.slice(index + 1)
      if (without.length >= shortest && this.#words.has(without)) return without
    }
    for (let index = 1; index + 1 < word.length; index += 1) {
      const turned = word.slice(0, index) + word[index + 1] + word[index] + word.slice(index + 2)
      if (this.#words.has(turned)) return turned
    }
    return word
  }
}

/** Letters from which a word is long enough for a slip not to be another word. */
const shortest = 6

export const spellings = new Spellings(
  [...Object.values(lexicon), more]
    .flatMap((list) => list.trim().split(/\s+/))
    .filter((word) => /^[a-z]+$/.test(word)),
)
