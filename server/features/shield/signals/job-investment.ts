import { always, signal } from './signal.ts'

export const jobInvestment = [
  signal(
    'job-investment',
    'investment',
    4,
    'offer an investment',
    `
    @invest ..6 @money|weekly|daily|monthly|percent|double|week|days|month|guaranteed|profit|returns|platform|group|opportunity|company|plan|scheme|business|join|roi|members|slot|people
    @money|weekly|daily|guaranteed|percent|double|slot ..5 @invest
    turn|turns|flip|grow|multiply|double|triple ..6 <amount>|money|capital|your|it
    <amount> ..4 becomes|become|turns|returns|return|profit|gives|yields|yield|to|brings|pays ..4 <amount>|double
    financial|passive|extra ..1 freedom|income|streams
    pays|paid|pay|payout|earn|returns|profit|interest ..4 weekly|daily|monthly|week|month|day ..6 <amount>|percent|guaranteed|sure|capital
    forex|bitcoin|crypto ..3 trading|trader|mentor|signal|signals
    percent|%|<number> ..3 weekly|daily|monthly|profit|roi|returns
    thrift|contribution|ajo|esusu|savings|cooperative|circle|syndicate|pool|agric ..8 collect|collects|pays|paid|profit|returns|weeks|days|double|gives|slot|put|join
    put|drop|invest|bring|start|begin|join ..3 <amount>|<number>|small ..8 collect|get|receive|take|back|becomes|returns|cash ..3 <amount>|<number>|double|more|after|in
    collect|collected|got|took|take|received|cashed ..3 <amount>|<number> ..5 after|in|weeks|days|month|later|august|from|back
    slot|seat|place|space|row|door ..4 left|remaining|open|keep|hold|reserve|weekend|closing
    grant|grants|palliative|empowerment|giveaway|loan|cashback|bonus ..8 <amount>|processing|apply|form|selected|register|fee|approved|qualify|winner|claim
    selected|shortlisted|chosen|won|winner|approved ..6 <amount>|pay|fee|kit|form|processing|grant|training|registration
    turn|turns|flip|grow ..3 <amount>|<number>|money|it ..3 to|into ..2 <amount>|<number>
    congratulations ..8 winner|winners|anniversary|lucky|draw
    free ..6 only|just ..4 register|registration|activate|activation|processing|claim`,
    always,
  ),
  signal(
    'job-investment',
    'job',
    2.0,
    'offer a job or easy earnings',
    `
    job ..4 offer|opportunity|slot|vacancy|available|form|for|paying|abroad|canada|uk|dubai
    @job ..4 from ..2 home|phone
    work ..2 from ..1 home|phone
    earn|earning|make|makes|salary|pays|stipend ..5 daily|weekly|monthly|day|week|month|home|phone
    salary|earnings|wages
    we ..3 hiring|recruiting|employing|recruit
    registration|training|starter|uniform|medical|application|processing|onboarding|orientation|kit|form ..2 fee|form|pack|kit|<amount>|money|materials
    like ..4 pages|videos|page|video|posts ..6 earn|paid|money|pay
    scholarship|grant|loan|visa|sponsorship ..5 fee|form|processing|apply|slot|approved|registration|agent
    side ..1 hustle|income|business
    recruit*|vacancy|vacancies|interview|employer|appointment ..6 fee|form|letter|slot|company|training|registration
    @paper|kit|uniform|orientation|training|materials|medical|file|id ..6 <amount>|<number> ..10 salary|resume|start|job|interview|monday|work|first|everyone|before|refund|refunded
    <amount>|<number> ..4 for ..3 @paper|kit|uniform|orientation|training|materials|medical|file|id
    pay ..3 for ..3 id|kit|uniform|orientation|training|form|medical|materials|file
    shortlisted|congratulations|employed|hired ..8 pay|fee|<amount>|form|kit|training
    like|rate|watch|review|click|subscribe ..3 videos|video|pages|page|adverts|ads|products|channels ..8 earn|daily|paid|money|pay|phone|<amount>
    agency|outfit|staffing|placement ..6 fee|form|file|registration|pay|commission
    first ..1 salary`,
  ),
]
