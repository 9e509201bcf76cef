import { describe, expect, it } from '@jest/globals';
import { readCsvList } from './csv-list.js';
import { readOfacList } from './ofac-list.js';

const ONE = `0x${'a1'.repeat(20)}`;
const TWO = `0x${'b2'.repeat(20)}`;
const NAMESPACE = 'xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML"';

const id = (type: string, number: string) =>
  `<id><uid>1</uid><idType>Digital Currency Address - ${type}</idType><idNumber>${number}</idNumber></id>`;
const plain = (ids: string) => `<?xml version="1.0" encoding="utf-8"?><sdnList ${NAMESPACE}>
<publshInformation><Publish_Date>03/21/2025</Publish_Date><Record_Count>1</Record_Count></publshInformation>
<sdnEntry><uid>9</uid><firstName>Álan &amp;</firstName><lastName>DOE</lastName><sdnType>Individual</sdnType>
<programList><program>CYBER2</program><program>DPRK3</program></programList><idList>${ids}</idList></sdnEntry></sdnList>`;
const ADVANCED = `<Sanctions ${NAMESPACE}><DateOfIssue CalendarTypeID="1"><Year>2025</Year><Month>3</Month><Day>9</Day></DateOfIssue>
<ReferenceValueSets><FeatureTypeValues><FeatureType ID="887">Digital Currency Address - ETH</FeatureType>
<FeatureType ID="992">Digital Currency Address - USDT</FeatureType><FeatureType ID="8">Birthdate</FeatureType></FeatureTypeValues></ReferenceValueSets>
<DistinctParties><DistinctParty FixedRef="77"><Profile ID="77"><Identity><Alias Primary="true"><DocumentedName><DocumentedNamePart>
<NamePartValue>LAZARUS GROUP</NamePartValue></DocumentedNamePart></DocumentedName></Alias><Alias Primary="false"><DocumentedName>
<NamePartValue>OTHER NAME</NamePartValue></DocumentedName></Alias></Identity>
<Feature ID="1" FeatureTypeID="887"><FeatureVersion><VersionDetail DetailTypeID="1432">${ONE.toUpperCase().replace('0X', '0x')}</VersionDetail></FeatureVersion></Feature>
<Feature ID="2" FeatureTypeID="992"><FeatureVersion><VersionDetail>${TWO}</VersionDetail></FeatureVersion></Feature>
<Feature ID="3" FeatureTypeID="8"><FeatureVersion><VersionDetail>x</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty></DistinctParties>
<SanctionsEntries><SanctionsEntry ID="5" ProfileID="77"><EntryEvent><Date><Year>2022</Year><Month>4</Month><Day>14</Day></Date></EntryEvent>
<SanctionsMeasure><Comment>DPRK3</Comment></SanctionsMeasure></SanctionsEntry></SanctionsEntries></Sanctions>`;

/** An entry of the plain form with everything that OFAC has in entries since 2024. */
const WHOLE_ENTRY = `  <sdnEntry>
    <uid>57118</uid><firstName>Jo</firstName><lastName>DOE</lastName><title>Broker</title><sdnType>Individual</sdnType><remarks>(Linked To: X)</remarks>
    <programList><program>ILLICIT-DRUGS-EO14059</program></programList>
    <idList>
      <id><uid>51344</uid><idType>C.U.R.P.</idType><idNumber>AAPR960621</idNumber><idCountry>Mexico</idCountry></id>
      <id><uid>196726</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
      <id><uid>196727</uid><idType>Digital Currency Address - ETH</idType><idNumber>${ONE}</idNumber></id>
    </idList>
    <akaList><aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>OTHER</lastName><firstName>Name</firstName></aka></akaList>
    <addressList><address><uid>87469</uid><city>Culiacan</city><country>Mexico</country></address></addressList>
    <dateOfBirthList><dateOfBirthItem><uid>2</uid><dateOfBirth>21 Jun 1996</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>2</uid><lastName>NOBODY</lastName><sdnType>Entity</sdnType><programList><program>SDGT</program></programList></sdnEntry>`;

/** A party of the advanced form, with the parts that OFAC has between those that are read. */
const WHOLE_PARTY = (namespace: string) => `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" Version="3" xmlns="${namespace}">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>9</Month><Day>29</Day></DateOfIssue>
  <ReferenceValueSets>
    <AliasTypeValues><AliasType ID="1403">Name</AliasType></AliasTypeValues>
    <FeatureTypeValues><FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
      <FeatureType ID="345" FeatureTypeGroupID="1">Digital Currency Address - ETH</FeatureType></FeatureTypeValues>
  </ReferenceValueSets>
  <Locations><Location ID="1"><LocationCountry CountryID="11150" /></Location></Locations>
  <DistinctParties>
    <DistinctParty FixedRef="21386"><Comment />
      <Profile ID="21386" PartySubTypeID="4">
        <Identity ID="9001" FixedRef="21386" Primary="true" False="false">
          <Alias FixedRef="21386" AliasTypeID="1400" Primary="false" LowQuality="false"><DocumentedName ID="2" FixedRef="21386" DocNameStatusID="2">
            <DocumentedNamePart><NamePartValue NamePartGroupID="2" ScriptID="215">ALIAS</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
          <Alias FixedRef="21386" AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="1" FixedRef="21386" DocNameStatusID="1">
            <DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215" Acronym="false">DOE</NamePartValue></DocumentedNamePart>
            <DocumentedNamePart><NamePartValue NamePartGroupID="3" ScriptID="215" Acronym="false">Jo</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
          <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520" /></MasterNamePartGroup></NamePartGroups>
        </Identity>
        <Feature ID="7" FeatureTypeID="8"><FeatureVersion ID="7" ReliabilityID="1560"><Comment /><DatePeriod CalendarTypeID="1">
          <Start><From><Year>1984</Year><Month>6</Month><Day>1</Day></From></Start></DatePeriod></FeatureVersion></Feature>
        <Feature ID="36618" FeatureTypeID="345"><FeatureVersion ID="34337" ReliabilityID="1560"><Comment />
          <VersionDetail DetailTypeID="1432">${ONE}</VersionDetail></FeatureVersion>
          <IdentityReference IdentityID="9001" IdentityFeatureLinkTypeID="1" /></Feature>
        <SanctionsEntryReference SanctionsEntryID="5" />
      </Profile>
    </DistinctParty>
  </DistinctParties>
  <ProfileRelationships />
  <SanctionsEntries>
    <SanctionsEntry ID="5" ProfileID="21386" ListID="1550">
      <EntryEvent ID="5" EntryEventTypeID="1" LegalBasisID="1980"><Comment /><Date CalendarTypeID="1"><Year>2020</Year><Month>9</Month><Day>16</Day></Date></EntryEvent>
      <SanctionsMeasure ID="6" SanctionsTypeID="1705"><Comment /></SanctionsMeasure>
      <SanctionsMeasure ID="7" SanctionsTypeID="1"><Comment>CYBER2</Comment></SanctionsMeasure>
    </SanctionsEntry>
  </SanctionsEntries>
</Sanctions>`;

/** The text in chunks of a few characters, as a stream may deliver it. */
async function* chunks(text: string, length = 7): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

describe('lists of OFAC', () => {
  it('are read in the plain form, with its default namespace', async () => {
    expect(await readOfacList(chunks(plain(id('ETH', ONE) + id('USDC', TWO) + id('XBT', '1abc'))))).toEqual({
      addresses: [
        { address: ONE, note: 'Alan & DOE; CYBER2, DPRK3' },
        { address: TWO, note: 'Alan & DOE; CYBER2, DPRK3; as an address of USDC' },
      ],
      published: '2025-03-21',
    });
  });

  it('are read in the advanced form, with entity, programme and day of the listing', async () => {
    expect(await readOfacList(chunks(ADVANCED))).toEqual({
      addresses: [
        { address: ONE, note: 'LAZARUS GROUP; DPRK3; listed 2022-04-14' },
        { address: TWO, note: 'LAZARUS GROUP; DPRK3; listed 2022-04-14; as an address of USDT' },
      ],
      published: '2025-03-09',
    });
  });

  it('are read in the plain form with everything that an entry can have', async () => {
    const whole = plain('').replace(/<sdnEntry>.*<\/sdnEntry>/s, WHOLE_ENTRY);
    expect(await readOfacList(chunks(whole))).toEqual({
      addresses: [{ address: ONE, note: 'Jo DOE; ILLICIT-DRUGS-EO14059' }],
      published: '2025-03-21',
    });
  });

  it.each([
    'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML',
    'http://www.un.org/sanctions/1.0',
  ])(
    'are read in the advanced form with everything that a party can have, of the namespace %s',
    async (namespace) => {
      expect(await readOfacList(chunks(WHOLE_PARTY(namespace)))).toEqual({
        addresses: [{ address: ONE, note: 'DOE Jo; CYBER2; listed 2020-09-16' }],
        published: '2026-09-29',
      });
    },
  );

  it.each([
    ["without an address of Ethereum's form", plain(id('XBT', '1abc')), /no address of Ethereum's form/],
    ['with an invalid ether address', plain(id('ETH', '0x12')), /an invalid ether address: 0x12/],
    ['of another kind', '<html></html>', /begins with <html>/],
    ['that is no XML', '\n{"a": 1}', /line 2 of the file is no XML: Non-whitespace before first tag\.$/],
    ['that is cut off', plain(id('ETH', ONE)).slice(0, -20), /Unclosed|unclosed/],
    [
      'with entities of its own',
      `<!DOCTYPE sdnList [<!ENTITY a "b">]>${plain(id('ETH', ONE))}`,
      /document type/,
    ],
    ['with an unknown entity', plain(id('ETH', ONE)).replace('&amp;', '&a;'), /entity/],
  ])('are refused %s', async (_, text, message) => {
    await expect(readOfacList(chunks(text))).rejects.toThrow(message);
  });
});

describe('lists in CSV', () => {
  const header = 'address,entity,programmes,listed\n';

  it('have an address in each line, and what is known of it', () => {
    expect(readCsvList(`${header}${TWO},,,\r\n${ONE},Lazarus,DPRK3,2022-04-14\n`).addresses).toEqual([
      { address: ONE, note: 'Lazarus; DPRK3; listed 2022-04-14' },
      { address: TWO },
    ]);
  });

  it('are refused with every wrong line, and when they are empty', () => {
    expect(() => readCsvList(`${header}0x12,,,\n${ONE},a,b,yesterday`)).toThrow(/line 2: 0x12.*\nline 3/);
    expect(() => readCsvList(header)).toThrow(/no address/);
    expect(() => readCsvList(ONE)).toThrow(/first line/);
  });
});
