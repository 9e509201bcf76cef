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

/** In chunks of a few characters, as a file may come. */
async function* chunks(text: string, length = 7): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

describe('lists of OFAC', () => {
  it('are read in the plain form, with its default namespace', async () => {
    expect(await readOfacList(chunks(plain(id('ETH', ONE) + id('USDC', TWO) + id('XBT', '1abc'))))).toEqual({
      addresses: [{ address: ONE, note: 'Alan & DOE; CYBER2, DPRK3' }],
      ...{ published: '2025-03-21', skipped: 1 },
    });
  });

  it('are read in the advanced form, with entity, programme and day of the listing', async () => {
    expect(await readOfacList(chunks(ADVANCED))).toEqual({
      addresses: [{ address: ONE, note: 'LAZARUS GROUP; DPRK3; listed 2022-04-14' }],
      ...{ published: '2025-03-09', skipped: 1 },
    });
  });

  it.each([
    ['without an ether address', plain(id('XBT', '1abc')), /no ether address/],
    ['with an ether address that is none', plain(id('ETH', '0x12')), /ether address that is none: 0x12/],
    ['of another kind', '<html></html>', /begins with <html>/],
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
