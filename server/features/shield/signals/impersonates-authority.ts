import { signal } from './signal.ts'

export const impersonatesAuthority = [
  signal(
    'impersonates-authority',
    'authority',
    4,
    'speak as police, customs or a bank',
    `
    this|i|am|im|from|inspector|sergeant|officer|sgt|asp|we|attached|serve|serving|work|colleague ..4 @police ..6 @arrest|calling|here|office|station|command|unit|division|case|phone|investigation|headquarters|department|zone
    @arrest ..8 @police|station|court|bail|settle|fine|jail
    @police ..6 @arrest|settle|fine|fee|pay|bail|levy|duty|stamp|invite|involve
    settle|bail|fine|pay|clear ..5 @arrest|case|police|matter|file|offence
    your|ur ..3 bank ..4 block|blocked|suspend|upgrade|verify|restrict|restricted|flagged
    fraud|compliance|customer ..2 desk|unit|department|office|care|service|team ..4 bank|of|at|from
    calling|writing|message|here|am|im|this|from ..5 bank|banks ..6 customer|account|department|officer|fraud|desk|care|verification|transaction|staff
    stolen ..6 phone|goods|property|items|item|car|laptop ..8 @pay|settle|police|case|arrest|report|traced|reported|tracked
    traced|tracked|tracking|reported ..6 stolen|phone|you|your|case|police
    money ..2 laundering
    warrant|petition|prosecut*|tribunal|magistrate
    settle|sort|close|finish|handle ..4 quietly|privately|here|quick|matter|case|officer|amicably
    task ..1 force
    fine|penalty|bail|settlement ..3 <amount>|of|now|today
    offence|contraband|illegal|seal|sealed|sanction|prohibited|banned ..10 pay|<amount>|fine|court|settle|shop|penalty
    officer|man|desk|agent ..4 customs|terminal|port|command|station|court ..8 <amount>|pay|settle|releasing|release|shortfall|duty|paper
    name|names ..6 list|strike|strikes|removed|off|cleared ..4 <amount>|<number>|off|names|list|money
    duty|clearing|customs|releasing|demurrage|shortfall ..6 <amount>|pay|balance|before|bear|settle|stuck
    on ..1 behalf ..2 of ..3 @police|bank|government|commission
    you ..3 be|are ..2 invited|arrested|prosecuted|charged|sealed|sanctioned
    funds|money|account ..4 fraud|fraudulent|laundering|illegal|stolen`,
  ),
]
