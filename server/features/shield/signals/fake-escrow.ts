import { signal } from './signal.ts'

export const fakeEscrow = [
  signal(
    'fake-escrow',
    'escrow',
    3.4,
    'want the money held by a third party of their choice',
    `
    escrow*
    @money|payment|funds ..4 held|hold|holds|holding|kept|keeps|locked|frozen ..6 until|till|before|by|with|safely
    secure|protected|safe|buyer|buyers|purchase|trade|deal ..1 payment|protection|deal|vault|trade|holding|pay|checkout ..4 @link|service|page|account|fee|system|desk|company|agent|wallet|programme|program|plan|platform
    middleman|neutral|third ..1 party|agent|account|company|hand|hands|person ..6 @money|@pay|hold|holds|account
    middleman
    third ..1 party|person ..4 @hold|holds|money|account|service|keeps
    service|company|agent|platform ..3 holds|keep|keeps|hold ..3 @money|it|am|payment
    he|she|they|it|who|which|man|club|company|service|desk|trustee|trustees|association|union ..3 holds|hold|keeps|keep|stays|holding ..4 @money|it|payment|people|funds|what|until|till
    deposit|lodge|pay|put ..3 with|into ..3 him|them|middle|trust|trustee|trustees|club|desk|assurance|oja|holding|neutral
    trust|assurance|guarantee|protection|holding|trade|deal|commitment ..1 account|service|desk|company|trustees|services|bond
    money|funds|payment|it|amount ..3 opens|released|release|releases|goes|moves|unlocks|dropped|drops|frozen|secured ..5 when|once|after|until|till|as
    frozen|secured|locked|reserved ..4 for ..1 you|delivery|seller
    proof ..3 you ..3 sent|shipped|dispatched
    tracking|waybill|shipping ..2 number|slip|proof|receipt ..6 pay|release|released|opens|money|credited|they
    both ..2 of ..1 us ..4 safe|protected|comfortable|covered
    both|us|you|everybody|everyone ..3 comfortable|safe|protected|covered ..8 money|pay|account|hold|holds|deposit`,
  ),
]
