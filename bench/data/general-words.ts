import type { Random } from '#server/demo/random.ts'

/** Words and phrases that every seller uses, most frequent first. */
const everyday = `
and|the|is|for|in|good condition|very|with|of|to|it|a|call|price|available|clean|you|we|delivery|at|your|neat|i|original
buy|all|brand new|sale|no|now|can|pickup|on|working perfectly|this|location|serious buyers only|from|used|negotiable
quality|please|are|have|get|chat|message|contact|my|affordable|sell|my shop|any|just|like new|will|comes with|payment
slightly negotiable|last price|fairly used|tokunbo|foreign used|urgent|cash|send|our|first come|market|best|or|only|be
pay on delivery|inspection|interested|not|complete|perfect|strong|home|new|lagos|abuja|ibadan|port harcourt|fast|more
nationwide delivery|but|as|because|need|picture|pictures|exactly|see|come|test|before|after|seller|owner|real|genuine
reason for selling|upgrade|relocating|japa|nothing missing|everything|inside|outside|small|big|size|colour|black|white
no fault|no issues|trust|honest|guaranteed|warranty|receipt|box|pack|order|today|tomorrow|week|weekend|morning|evening
free|discount|cheap|cool price|give away|promo|offer|deal|bulk|wholesale|retail|customers|buyer|buyers|people|family
friend|house|street|road|area|estate|mainland|island|bus stop|junction|close to|near|around|opposite|behind|shop|store
office|mall|plaza|computer village|alaba|balogun market|ladipo|wuse market|ariaria|onitsha|kano|enugu|benin|warri|aba
jos|kaduna|ilorin|abeokuta|calabar|uyo|owerri|asaba|lekki|ikeja|yaba|surulere|ajah|festac|gwarinpa|kubwa|maryland
abeg|oga|madam|sharp sharp|no story|no time|wahala|correct|proper|solid|still|never|always|every|each|most|some|other
one|two|three|four|five|six|ten|twenty|hundred|months|years|days|hours|minutes|long|short|high|low|full|half|extra
also|too|well|well maintained|maintained|carefully|handled|lady used|company|import|imported|direct|germany|uk|usa
dubai|china|turkey|italy|belgium|canada|japan|nigeria|nigerian|local|made in nigeria|international|standard|grade
rugged|durable|beautiful|lovely|fine|nice|classic|modern|portable|heavy|light|smart|powerful|quiet|comfortable|soft
how|what|when|where|why|who|which|there|here|so|if|then|than|they|them|their|has|had|was|were|been|would|could|should
make|made|take|use|using|want|wanted|know|think|look|looking|found|keep|kept|put|open|closed|start|stop|change|fix
replace|replaced|repaired|changed|service|serviced|checked|tested|washed|polished|sprayed|charged|cut|packed|sealed
number|phone|whatsapp|email|account|transfer|bank|deposit|balance|instalment|swap|exchange|part|parts|spare|accessories
manual|guide|cable|bag|case|cover|stand|wheel|door|window|table|chair|bed|kitchen|room|floor|wall|light|power|water
fuel|gas|oil|engine|battery|machine|tools|hand|body|face|front|back|side|top|bottom|left|right|middle|edge|corner
scratch|scratches|dent|crack|stain|mark|little|minor|major|problem|issue|fault|mistake|damage|accident|rust|leak|noise
register|registered|licence|document|documents|agreement|witness|lawyer|agent|agents|commission|fee|fees|charges|tax
school|church|mosque|hospital|hotel|restaurant|party|wedding|birthday|christmas|sallah|easter|season|rainy|harmattan
first|second|third|once|twice|again|yet|soon|later|early|late|ready|busy|away|travel|travelling|move|moving|leave
`
  .trim()
  .split(/[|\n]/)

const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo ga ge gi go gu ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe ra re ri ro ru sa se si so su ta te ti to tu wa we yi ya yo za zi kpa gba sha chi nwa oma ola ade'.split(
    ' ',
  )
const endings = ['', '', '', 'n', 'r', 'x', 'ng', 's', 'ing', 'ed', 'mm', 'lex', 'tion', 'ner']

/**
 * Words of the long tail, without duplicates: names, places, misspellings, and a few part numbers such as
 * `lade-84`.
 */
function inventWords(count: number, random: Random): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    let word = ''
    for (let left = 2 + random.below(3); left > 0; left -= 1) word += random.pick(syllables)
    if (random.chance(0.03)) word += `${random.chance(0.3) ? '-' : ''}${2 + random.below(900)}`
    else word += random.pick(endings)
    words.add(word)
  }
  return [...words]
}

/** The words of descriptions in general, most frequent first: about 600 everyday ones, then a tail. */
export function generalWords(random: Random): string[] {
  random.begin(0, 1)
  return [...new Set([...everyday, ...inventWords(45_000, random)])]
}
