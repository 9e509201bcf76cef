import { testLives } from './lives.js';

testLives(3, 4);
